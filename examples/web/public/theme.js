// Runs before the first paint. Reads what the theme and session modules have stored, so that a prerendered page shows no
// white flash in the dark theme, and no 'Sign in' to a member.
(() => {
  const root = document.documentElement;
  const look = () => {
    root.dataset.theme = 'light';
    delete root.dataset.member;
    try {
      const kept = JSON.parse(localStorage.getItem('persist:root'));
      if (JSON.parse(kept._persist).version <= 1 && JSON.parse(kept.theme) === 'dark')
        root.dataset.theme = 'dark';
    } catch {
      // Nothing stored, unreadable, or storage blocked: the default applies.
    }
    try {
      if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken'))
        root.dataset.member = 'likely';
    } catch {
      // Blocked storage: treated as a visitor.
    }
  };
  // Sets the colors of form controls, of the canvas before the first paint, and of a phone's browser bar.
  const wear = () => {
    const isDark = root.dataset.theme === 'dark';
    const say = (name, content) =>
      document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
    say('color-scheme', isDark ? 'dark' : 'light');
    say('theme-color', isDark ? '#0b0f18' : '#fbfaf7');
  };
  look();
  wear();
  new MutationObserver(wear).observe(root, { attributeFilter: ['data-theme'] });
  // A new visit begins at the top: the sections below the first screen are laid out after the first paint (start.js).
  // A reload, Back or an anchor needs the whole layout at once, to restore the scroll position.
  const [arrival] = performance.getEntriesByType('navigation');
  if (arrival?.type === 'navigate' && location.hash === '') root.dataset.arriving = '';
  // Another tab changed the theme or session, or the page returned from the back/forward cache.
  addEventListener('storage', look);
  addEventListener('pageshow', (event) => event.persisted && look());
})();

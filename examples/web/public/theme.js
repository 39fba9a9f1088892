// Runs before the first paint. It only reads what the theme and session modules keep: a reader of the
// dark theme sees no white flash, and a member does not see 'Sign in' for a moment on a prerendered page.
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
      // Nothing kept, not readable, or storage blocked: the default stands.
    }
    try {
      if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken'))
        root.dataset.member = 'likely';
    } catch {
      // Blocked storage: a visitor, as far as anybody knows.
    }
  };
  // What the browser draws by itself: its controls, the sheet before the first paint, the bar of a phone.
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
  // Whoever arrives anew begins at the top: the strips further down are laid out once the first screen is painted
  // (start.js). Who comes back, or to an anchor, has all of it at once, and stands where it was.
  const [arrival] = performance.getEntriesByType('navigation');
  if (arrival?.type === 'navigate' && location.hash === '') root.dataset.arriving = '';
  // Another tab has chosen or signed in, or this page comes back as it was left.
  addEventListener('storage', look);
  addEventListener('pageshow', (event) => event.persisted && look());
})();

// Runs before the first paint. Reads what the theme and session modules have stored, so that a prerendered page shows no
// white flash in the dark theme, and no 'Sign in' to a member, and what the sign-up page has passed on, so that the sign-in
// page does not move when it says that the account is ready.
(() => {
  const root = document.documentElement;
  const parse = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  // As readTheme of the theme module: a newer version is not read.
  const isStoredDark = () => {
    try {
      const { theme, _persist } = parse(localStorage.getItem('persist:root')) ?? {};
      return !(parse(_persist)?.version > 1) && (parse(theme) ?? theme) === 'dark';
    } catch {
      // Blocked storage: the default applies.
      return false;
    }
  };
  const readStored = () => {
    root.dataset.theme = isStoredDark() ? 'dark' : 'light';
    delete root.dataset.member;
    try {
      if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken'))
        root.dataset.member = 'likely';
    } catch {
      // Blocked storage: treated as a visitor.
    }
  };
  const isAccountNew = () => {
    if (new URLSearchParams(location.search).has('created')) return true;
    try {
      return JSON.parse(sessionStorage.getItem('carried')).accountCreated === true;
    } catch {
      // Nothing passed on, unreadable, or storage blocked.
      return false;
    }
  };
  // Sets the colors of form controls, of the canvas before the first paint, and of a phone's browser bar.
  const applyColors = () => {
    const isDark = root.dataset.theme === 'dark';
    const setMeta = (name, content) =>
      document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
    setMeta('color-scheme', isDark ? 'dark' : 'light');
    setMeta('theme-color', isDark ? '#0b0f18' : '#fbfaf7');
  };
  readStored();
  if (isAccountNew()) root.dataset.accountCreated = '';
  applyColors();
  new MutationObserver(applyColors).observe(root, { attributeFilter: ['data-theme'] });
  // A new visit begins at the top: the sections below the first screen are laid out after the first paint (start.js).
  // A reload, Back or an anchor needs the whole layout at once, to restore the scroll position.
  const [arrival] = performance.getEntriesByType('navigation');
  if (arrival?.type === 'navigate' && location.hash === '') root.dataset.arriving = '';
  // Another tab changed the theme or session, or the page returned from the back/forward cache.
  addEventListener('storage', readStored);
  addEventListener('pageshow', (event) => event.persisted && readStored());
})();

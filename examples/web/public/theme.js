// Runs before the first paint, so that a reader of the dark theme sees no white flash. It only reads what the
// theme module keeps (product.md 3: key `persist:root`), and paints light when there is nothing to read.
(() => {
  let theme = 'light';
  try {
    const kept = /\\*"theme\\*"\s*:\s*\\*"(?:\\*")?(light|dark)/.exec(
      localStorage.getItem('persist:root') || '',
    );
    if (kept) theme = kept[1];
  } catch {
    // Blocked storage: the default stands.
  }
  document.documentElement.dataset.theme = theme;
})();

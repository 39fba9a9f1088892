// At the end of a prerendered page: its scripts are asked for once it has been painted, and not before. A control of a part that
// is not alive yet, pressed in the meantime, does its work when that part is (src/site/start-islands.tsx).
(() => {
  const { dataset } = document.documentElement;
  const controls = 'button, label, input[type="radio"], input[type="checkbox"]';
  document.addEventListener(
    'click',
    (event) => {
      // An anchor leads to a place that is known.
      delete dataset.arriving;
      const control = event.target.closest(controls);
      const part = control?.closest('[data-island]:not([data-live])');
      if (!part) return;
      event.preventDefault();
      event.stopPropagation();
      part.addEventListener('site-live', () => control.click(), { once: true });
    },
    true,
  );
  // One strip after the other, each in a moment of its own (landing.css).
  const idle = window.requestIdleCallback ?? setTimeout;
  const layOut = ([strip, ...below]) => {
    if (strip === undefined) {
      delete dataset.arriving;
      return;
    }
    strip.dataset.laidOut = '';
    idle(() => layOut(below));
  };
  const [entry, ...others] = [SCRIPTS];
  const begin = () => {
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    import(entry);
    if (dataset.arriving !== undefined) idle(() => layOut(document.querySelectorAll('main > *, footer')));
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
})();

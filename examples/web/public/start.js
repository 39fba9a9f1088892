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
  // One strip after the other, each in a moment of its own (arrival.css).
  const idle = window.requestIdleCallback ?? setTimeout;
  const layOut = ([strip, ...below]) => {
    if (strip === undefined) {
      delete dataset.arriving;
      return;
    }
    strip.dataset.laidOut = '';
    idle(() => layOut(below));
  };
  const scripts = [SCRIPTS];
  // A few scripts asked for, or one run, and then a moment for whoever scrolls or types: all at once would hold them up.
  const AT_ONCE = 8;
  let begun = false;
  const begin = async () => {
    if (begun) return;
    begun = true;
    for (let from = 0; from < scripts.length; from += AT_ONCE) {
      for (const href of scripts.slice(from, from + AT_ONCE))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (dataset.arriving !== undefined)
      idle(() => layOut(document.querySelectorAll('.hero ~ *, .legal-text > section, footer')));
    for (const href of scripts) await import(href).catch(() => undefined);
  };
  if (document.hidden) {
    begin();
    return;
  }
  // A frame that has been drawn is not on the screen yet: scripts that are asked for by then take the line from what it shows.
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    begin();
  }).observe({ type: 'paint', buffered: true });
  // Some browsers tell nobody when they paint.
  requestAnimationFrame(() => setTimeout(begin, 500));
})();

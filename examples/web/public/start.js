// At the end of a prerendered page: its scripts are asked for once it has been painted, and not before. A control of a part that
// is not alive yet, pressed in the meantime, does its work when that part is (src/site/start-islands.tsx).
(() => {
  const controls = 'button, label, input[type="radio"], input[type="checkbox"]';
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target.closest(controls);
      const part = control?.closest('[data-island]:not([data-live])');
      if (!part) return;
      event.preventDefault();
      event.stopPropagation();
      part.addEventListener('site-live', () => control.click(), { once: true });
    },
    true,
  );
  const [entry, ...others] = [SCRIPTS];
  const begin = () => {
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    import(entry);
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
})();

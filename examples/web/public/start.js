// At the end of a prerendered page: loads its scripts after the first paint. A press on a control of an island that is not
// hydrated yet is repeated as a click when it is (src/site/public/start-islands.tsx).
(() => {
  const { dataset } = document.documentElement;
  const controls = 'button, label, input[type="radio"], input[type="checkbox"]';
  // The control whose press began before its island was hydrated. The island gets no event of that press: a control that
  // got a part of it would misread it (a select that opens on mousedown closes on the click).
  let pressed = null;
  const holdPress = (event) => {
    const { type, target } = event;
    const control = target.closest?.(controls);
    const part = control?.closest('[data-island]');
    const isLive = part?.dataset.live !== undefined;
    if (type === 'pointerdown') pressed = part && !isLive ? control : null;
    if (!part || (isLive && control !== pressed)) return;
    event.stopPropagation();
    if (type !== 'click') return;
    event.preventDefault();
    pressed = null;
    if (isLive) control.click();
    else part.addEventListener('site-live', () => control.click(), { once: true });
  };
  for (const type of ['pointerdown', 'mousedown', 'click']) document.addEventListener(type, holdPress, true);
  // An anchor needs the layout of the whole page.
  document.addEventListener('click', () => delete dataset.arriving, true);
  // Links between the account pages keep the query, which prerendered links do not have.
  if (location.search !== '') {
    const islands = '[data-island="signIn"], [data-island="signUp"]';
    const pages = '[href="/signin"], [href="/signup"], [href="/forget-password"]';
    for (const link of document.querySelectorAll(`:is(${islands}) a:is(${pages})`))
      link.setAttribute('href', `${link.getAttribute('href')}${location.search}`);
  }
  // Lays out one section per idle period (arrival.css).
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
  // Yields after each batch of requests, so that scrolling and typing are not delayed.
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
  // Earlier requests would compete with the images of the first paint for bandwidth.
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    begin();
  }).observe({ type: 'paint', buffered: true });
  // Some browsers do not report paints.
  requestAnimationFrame(() => setTimeout(begin, 500));
})();

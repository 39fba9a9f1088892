// In the document of the members' app: preloads the site's settings, and the code of the page that the URL names. Without
// it the app would request them only when its own code has arrived.
(() => {
  const preload = (link) =>
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...link }));
  preload({ rel: 'preload', as: 'fetch', href: '/config.json' });
  const pages = [PAGES];
  for (const [path, files] of pages) {
    if (!new RegExp(path).test(location.pathname)) continue;
    for (const href of files) {
      preload(href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href });
    }
  }
})();

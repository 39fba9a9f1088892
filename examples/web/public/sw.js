// Opens the members' app without a connection. It keeps the files of one build that the saved chats need: no response of
// the API, no media, no public page. The build replaces BUILD (prerender.ts).
const { version, pages, files } = BUILD;
const cacheName = `shell-${version}`;
/** The document of every members' page. */
const appPage = '/dashboard';
const config = '/config.json';
const memberPage = new RegExp(pages);

async function keepFiles() {
  const cache = await caches.open(cacheName);
  await cache.addAll([appPage, config, ...files]);
}

async function removeCaches(isRemoved) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith('shell-') && isRemoved(one)).map((one) => caches.delete(one)),
  );
}

/** Without a connection, the kept file. An answer of the server counts, also an error. */
async function fromNetwork(request, path) {
  try {
    const response = await fetch(request);
    if (path === config && response.ok && (await caches.has(cacheName)))
      await (await caches.open(cacheName)).put(path, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(path, { cacheName });
    if (kept === undefined) throw error;
    return kept;
  }
}

// A new worker waits until no page needs the old one, or until the page is of its build.
self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(removeCaches((one) => one !== cacheName)));

self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting());
  // Browsers may revive a worker that was removed.
  if (event.data === 'keep')
    event.waitUntil(caches.has(cacheName).then((isKept) => (isKept ? undefined : keepFiles())));
  if (event.data === 'remove')
    event.waitUntil(Promise.all([self.registration.unregister(), removeCaches(() => true)]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (memberPage.test(pathname)) event.respondWith(fromNetwork(request, appPage));
  } else if (pathname === config) event.respondWith(fromNetwork(request, config));
  else if (files.includes(pathname))
    event.respondWith(caches.match(pathname, { cacheName }).then((kept) => kept ?? fetch(request)));
});

// Shows push messages. Its folder has no pages, so it controls none; it handles no fetches.

const notice = { title: 'Openbell', body: 'You have news.', path: '/dashboard', tag: 'openbell' };

/** What the server sent; whatever is missing or unreadable gets a harmless default. */
function readNotice(event) {
  let sent = {};
  try {
    sent = event.data?.json() ?? {};
  } catch {
    // Unreadable message: browsers require a notification for every push.
  }
  const text = (name) => (typeof sent?.[name] === 'string' && sent[name] !== '' ? sent[name] : notice[name]);
  return { title: text('title'), body: text('body'), path: text('path'), tag: text('tag') };
}

/** A page of this site, and nothing else. */
function pageOf(path) {
  const home = new URL(notice.path, self.location.origin);
  try {
    const url = new URL(path, self.location.origin);
    return path.startsWith('/') && url.origin === self.location.origin ? url.href : home.href;
  } catch {
    return home.href;
  }
}

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = readNotice(event);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A newer notification of the same kind replaces this one, and alerts again.
      tag,
      renotify: true,
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const page = pageOf(String(event.notification.data?.path ?? ''));
  event.waitUntil(
    (async () => {
      const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = tabs.find((tab) => tab.url === page);
      if (open === undefined) await self.clients.openWindow(page);
      else await open.focus();
    })(),
  );
});

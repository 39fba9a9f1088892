/** The notification permission of this site; `unsupported` when the browser has no notifications. */
export type NotificationsPermission = 'unsupported' | 'default' | 'granted' | 'denied';

/** The browser's notification permission. */
export interface Notifications {
  permission(): NotificationsPermission;
  /** Requests permission; browsers require a user gesture. Never rejects: resolves with the resulting permission. */
  request(): Promise<NotificationsPermission>;
}

const permission = (): NotificationsPermission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

export const browserNotifications: Notifications = {
  permission,
  async request() {
    if (typeof Notification === 'undefined') return 'unsupported';
    try {
      return await Notification.requestPermission();
    } catch {
      return permission();
    }
  },
};

/** A notification that the page shows. */
export interface PageNotice {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag replaces this one. */
  readonly tag: string;
}

/** Shows notifications. Never throws; shows nothing without permission. */
export interface Notifier {
  show(notice: PageNotice): void;
  /** Closes the shown notifications with one of the tags, also those of push messages. */
  close?(tags: readonly string[]): void;
}

async function closeShown(tags: readonly string[]): Promise<void> {
  // The push worker has a scope of its own.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const registration of registrations)
    for (const shown of await registration.getNotifications()) if (tags.includes(shown.tag)) shown.close();
}

/** Shows a notification by the push worker, which handles clicks, or else by another active worker. */
async function showByWorker({ title, body, tag }: PageNotice): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const active = registrations.filter((registration) => registration.active !== null);
  const worker = active.find(({ scope }) => scope.endsWith('/push/')) ?? active[0];
  const { pathname, search, hash } = location;
  await worker?.showNotification(title, { body, tag, data: { path: pathname + search + hash } });
}

export const browserNotifier: Notifier = {
  show({ title, body, tag }) {
    if (permission() !== 'granted') return;
    try {
      const shown = new Notification(title, { body, tag });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    } catch {
      // Mobile browsers show notifications only from a service worker.
      showByWorker({ title, body, tag }).catch(() => {});
    }
  },
  close(tags) {
    if (tags.length > 0 && permission() === 'granted') closeShown(tags).catch(() => {});
  },
};

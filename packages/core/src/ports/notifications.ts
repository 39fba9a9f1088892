/** What the person has said about notifications of this site; `unsupported` where the browser has none. */
export type NotificationsPermission = 'unsupported' | 'default' | 'granted' | 'denied';

/** The browser's question whether a site may notify. */
export interface Notifications {
  permission(): NotificationsPermission;
  /** Asks the person; browsers want that in the turn of a click. Never rejects: gives what holds afterwards. */
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

/** A message of the page's own, shown by the browser beside its window. */
export interface PageNotice {
  readonly title: string;
  readonly body: string;
  /** A later notice of the same tag takes the place of this one. */
  readonly tag: string;
}

/** Shows notices. Never throws; without the person's permission nothing is shown. */
export interface Notifier {
  show(notice: PageNotice): void;
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
      // Phones take notices from a service worker alone.
      navigator.serviceWorker?.getRegistration().then(
        (registration) => registration?.showNotification(title, { body, tag }),
        () => {},
      );
    }
  },
};

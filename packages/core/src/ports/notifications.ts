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

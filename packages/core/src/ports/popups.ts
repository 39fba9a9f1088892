/** A popup window opened by the page. */
export interface Popup {
  /** Origin of the URL that it was opened with. */
  readonly origin: string;
  isClosed(): boolean;
  close(): void;
}

/** A message from a popup to its opener. */
export interface PopupMessage {
  readonly data: unknown;
  /** Origin of the sender. */
  readonly origin: string;
}

/** Opens popup windows and receives their messages. */
export interface Popups {
  /** The page's own origin. */
  origin(): string;
  /** Opens a window; null when the browser blocks it, as it does outside a user gesture. */
  open(url: string, onMessage: (message: PopupMessage) => void): Popup | null;
}

const FEATURES = 'popup=yes,width=480,height=720';

/** Popup windows of the browser. */
export const browserPopups: Popups = {
  origin: () => location.origin,
  open(url, onMessage) {
    const address = new URL(url, location.href);
    const opened = window.open(address.href, '_blank', FEATURES);
    if (opened === null) return null;
    const controller = new AbortController();
    window.addEventListener(
      'message',
      (event) => {
        if (event.source === opened) onMessage({ data: event.data, origin: event.origin });
      },
      { signal: controller.signal },
    );
    return {
      origin: address.origin,
      isClosed: () => opened.closed,
      close() {
        controller.abort();
        opened.close();
      },
    };
  },
};

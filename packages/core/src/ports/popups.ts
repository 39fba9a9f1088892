/** A window that the page has opened. */
export interface Popup {
  /** Of the address that it was opened with. */
  readonly origin: string;
  isClosed(): boolean;
  close(): void;
}

/** What a window says to the page that opened it. */
export interface PopupMessage {
  readonly data: unknown;
  /** Of the page that said it. */
  readonly origin: string;
}

/** Port: opens windows and hears what they say. */
export interface Popups {
  /** The page's own origin. */
  origin(): string;
  /** Null when the browser does not allow it; it does within a person's gesture. */
  open(url: string, onMessage: (message: PopupMessage) => void): Popup | null;
}

const FEATURES = 'popup=yes,width=480,height=720';

/** The browser's windows. */
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

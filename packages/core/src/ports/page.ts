/** Events of the page. */
export type PageEvent =
  /** The page became visible, or was restored from the back/forward cache. */
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  /** The page is about to unload: the last chance to write. */
  | 'leaving';

/** Visibility, connection and events of the page. */
export interface Page {
  isVisible(): boolean;
  isOnline(): boolean;
  /** Adds a listener. Returns a function that removes it. */
  onChange(listener: (event: PageEvent) => void): () => void;
}

/** The browser's page. Without a document (on a server), it is always visible and online. */
export const browserPage: Page = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  onChange(listener) {
    if (typeof window === 'undefined') return () => {};
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener(
      'visibilitychange',
      () => listener(document.visibilityState === 'hidden' ? 'hidden' : 'visible'),
      { signal },
    );
    window.addEventListener('pageshow', (event) => event.persisted && listener('visible'), { signal });
    window.addEventListener('pagehide', () => listener('leaving'), { signal });
    window.addEventListener('online', () => listener('online'), { signal });
    window.addEventListener('offline', () => listener('offline'), { signal });
    return () => controller.abort();
  },
};

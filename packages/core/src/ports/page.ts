/** What happens to the page that the library lives in. */
export type PageEvent =
  /** The page came to the front, or back from the back/forward cache. */
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  /** The page is about to go: last moment to write. */
  | 'leaving';

/** Whether the page is looked at and connected, and what happens to it. */
export interface Page {
  isVisible(): boolean;
  isOnline(): boolean;
  /** Adds a listener; the function that it returns takes it away. */
  onChange(listener: (event: PageEvent) => void): () => void;
}

/** The browser's page; where there is none (a server), always visible and online. */
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

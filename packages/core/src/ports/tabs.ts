/**
 * Other tabs of the same origin. What comes from them is a hint only: listeners read the stored session again and
 * decide by it.
 */
export interface Tabs {
  /** Tells the other tabs that something that is stored has changed. */
  tell(topic: string): void;
  /** `topic` is null when the browser says that storage changed without saying what. */
  onHint(listener: (topic: string | null) => void): () => void;
}

/** BroadcastChannel, and the storage event for what changed without a word (localStorage.clear() by the host). */
export function createBrowserTabs(channelName: string): Tabs {
  return {
    tell(topic) {
      if (typeof BroadcastChannel === 'undefined') return;
      const channel = new BroadcastChannel(channelName);
      channel.postMessage(topic);
      channel.close();
    },
    onHint(listener) {
      if (typeof window === 'undefined') return () => {};
      const onStorage = (event: StorageEvent): void => {
        if (event.storageArea === null || event.storageArea === safeLocalStorage()) listener(event.key);
      };
      window.addEventListener('storage', onStorage);
      const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
      if (channel !== null) {
        channel.onmessage = (event) => listener(typeof event.data === 'string' ? event.data : null);
      }
      return () => {
        window.removeEventListener('storage', onStorage);
        channel?.close();
      };
    },
  };
}

function safeLocalStorage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

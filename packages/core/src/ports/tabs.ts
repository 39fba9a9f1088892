/**
 * Change notifications between tabs of the same origin. They carry no values: listeners read the storage again.
 */
export interface Tabs {
  /** Notifies the other tabs that a stored value has changed. */
  notify(topic: string): void;
  /** Adds a listener; `topic` is null when storage was cleared. Returns a function that removes the listener. */
  onChange(listener: (topic: string | null) => void): () => void;
}

/** Uses BroadcastChannel, and the storage event for changes without a message (`localStorage.clear()`). */
export function createBrowserTabs(channelName: string): Tabs {
  return {
    notify(topic) {
      if (typeof BroadcastChannel === 'undefined') return;
      const channel = new BroadcastChannel(channelName);
      channel.postMessage(topic);
      channel.close();
    },
    onChange(listener) {
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

import type { Page, PageEvent, Random, Tabs } from '@openbell/core/ports';

/** A page whose visibility and connection the test controls. */
export interface FakePage extends Page {
  /** Dispatches a page event and updates visibility and connection. */
  play(event: PageEvent): void;
  /** The number of active listeners. */
  listeners(): number;
}

/** Creates a page that is visible and online. */
export function createFakePage(): FakePage {
  let visible = true;
  let online = true;
  const listeners = new Set<(event: PageEvent) => void>();
  return {
    isVisible: () => visible,
    isOnline: () => online,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    play(event) {
      if (event === 'visible' || event === 'hidden') visible = event === 'visible';
      if (event === 'online' || event === 'offline') online = event === 'online';
      for (const listener of [...listeners]) listener(event);
    },
    listeners: () => listeners.size,
  };
}

/** Creates tabs that receive each other's hints. Each `open()` is one tab. */
export function createFakeTabs(): { open(): Tabs } {
  const listeners = new Map<object, Set<(topic: string | null) => void>>();
  return {
    open() {
      const own = new Set<(topic: string | null) => void>();
      const key = {};
      listeners.set(key, own);
      return {
        notify(topic) {
          for (const [other, set] of listeners) {
            if (other !== key) for (const listener of [...set]) listener(topic);
          }
        },
        onChange(listener) {
          own.add(listener);
          return () => void own.delete(listener);
        },
      };
    },
  };
}

/** Creates sequential UUIDs, starting with `00000000-0000-4000-8000-000000000001`. */
export function createFakeRandom(): Random {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}

import type { Page, PageEvent, Random, Tabs } from '@openbell/core/ports';

export interface FakePage extends Page {
  /** Plays an event; visibility and connection follow it. */
  play(event: PageEvent): void;
  listeners(): number;
}

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

/** Tabs that hear each other, in one test. */
export function createFakeTabs(): { open(): Tabs } {
  const listeners = new Map<object, Set<(topic: string | null) => void>>();
  return {
    open() {
      const own = new Set<(topic: string | null) => void>();
      const key = {};
      listeners.set(key, own);
      return {
        tell(topic) {
          for (const [other, set] of listeners) {
            if (other !== key) for (const listener of [...set]) listener(topic);
          }
        },
        onHint(listener) {
          own.add(listener);
          return () => void own.delete(listener);
        },
      };
    },
  };
}

/** UUIDs that count up, so that a test can name them. */
export function createFakeRandom(): Random {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}

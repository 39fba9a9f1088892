'use client';

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let midnight: ReturnType<typeof setTimeout> | null = null;

const startOfToday = (): number => new Date().setHours(0, 0, 0, 0);

/** Notifies all rows, which render again if the day has changed, and waits for the next midnight. */
function readDay(): void {
  waitForMidnight();
  for (const listener of listeners) listener();
}

function waitForMidnight(): void {
  if (midnight !== null) clearTimeout(midnight);
  const now = new Date();
  midnight = setTimeout(readDay, new Date(now).setHours(24, 0, 0, 0) - now.getTime());
}

/** One timer for all rows. It may be late after sleep, so the day is also read when the page becomes visible. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    waitForMidnight();
    document.addEventListener('visibilitychange', readDay);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || midnight === null) return;
    clearTimeout(midnight);
    midnight = null;
    document.removeEventListener('visibilitychange', readDay);
  };
}

/** Returns the start of the current day in the viewer's time zone, in epoch milliseconds. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, startOfToday, startOfToday);
}

'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Code that is loaded on demand. Unlike `React.lazy`, a failed load does not fail the page and is repeated by the next use. */
export interface LazyPart<T> {
  /** Loads the code ahead. A failed load is repeated. */
  readonly load: () => Promise<T>;
  /** Returns the code, or null before it is loaded. */
  readonly get: () => T | null;
  readonly subscribe: (notify: () => void) => () => void;
}

/** Returns code that `load` imports on demand. Call it outside components, which the React Compiler could not compile. */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let arrived: T | null = null;
  let coming: Promise<T> | undefined;
  const waiting = new Set<() => void>();
  return {
    load() {
      coming ??= load().then(
        (part) => {
          arrived = part;
          for (const notify of waiting) notify();
          return part;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
    get: () => arrived,
    subscribe(notify) {
      waiting.add(notify);
      return () => waiting.delete(notify);
    },
  };
}

/**
 * Returns the code of a part once it is wanted and loaded; null before that and during hydration.
 *
 * @param wanted - Whether the code is wanted, or the number of the attempt to load it: another one loads it again.
 */
export function useLazyPart<T>(
  { load, get, subscribe }: LazyPart<T>,
  wanted: boolean | number,
  onFailed: () => void,
): T | null {
  const part = useSyncExternalStore(subscribe, get, () => null);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    if (wanted === false || part !== null) return undefined;
    let isAwaited = true;
    load().catch(() => isAwaited && failed.current());
    return () => {
      isAwaited = false;
    };
  }, [wanted, part, load]);
  return part;
}

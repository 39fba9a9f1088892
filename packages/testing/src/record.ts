import type { ReadableAtom } from 'nanostores';

/** Every value that a store takes, from now on, the present one first. */
export function recordStates<T>(store: ReadableAtom<T>): { readonly states: readonly T[]; stop(): void } {
  const states: T[] = [];
  const stop = store.subscribe((value) => void states.push(value as T));
  return { states, stop };
}

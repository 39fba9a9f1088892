import type { ReadableAtom } from 'nanostores';

/** Records the values of a store, starting with the current one, until `stop`. */
export function recordStates<T>(store: ReadableAtom<T>): { readonly states: readonly T[]; stop(): void } {
  const states: T[] = [];
  const stop = store.subscribe((value) => void states.push(value as T));
  return { states, stop };
}

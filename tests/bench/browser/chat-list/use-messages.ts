import type { Message } from '@openbell/core/contract';
import { useSyncExternalStore } from 'react';

/** The messages for lists without a store: an array that is copied at each change, for React. */
let messages: readonly Message[] = [];
/** The number of prepended messages. */
let prepended = 0;
const listeners = new Set<() => void>();

function change(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

export const store = {
  prepare: (first: readonly Message[]): void => change(first),
  append: (message: Message): void => change([...messages, message]),
  prepend(older: readonly Message[]): void {
    prepended += older.length;
    change([...older, ...messages]);
  },
  prepended: (): number => prepended,
};

export function useMessages(): readonly Message[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => messages,
  );
}

import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';

/** The last token sent to the server, its user, and when it was sent (ms since 1970; NaN when unknown). */
export interface PushRecord {
  readonly userId: number;
  readonly token: string;
  readonly at: number;
}

/** The storage key, without prefix. */
export const PUSH_TOKEN_KEY = 'pushToken';

const recordSchema = v.object({
  userId: v.pipe(v.number(), v.safeInteger()),
  token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(8_192)),
  at: v.fallback(v.pipe(v.number(), v.finite()), Number.NaN),
});

export interface PushStore {
  /** Returns null for invalid data. */
  read(): PushRecord | null;
  write(record: PushRecord): void;
  remove(): void;
}

export function createPushStore(storage: KeyValueStorage, keyPrefix: string): PushStore {
  const key = keyPrefix + PUSH_TOKEN_KEY;
  return {
    read: () => readStored(storage.read(key), recordSchema),
    write: (record) => void storage.write(key, JSON.stringify(record)),
    remove: () => storage.remove(key),
  };
}

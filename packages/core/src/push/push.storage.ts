import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';

/** What was sent to the server last: whose, which token, and when (ms since 1970; NaN when it is not known). */
export interface PushRecord {
  readonly userId: number;
  readonly token: string;
  readonly at: number;
}

/** The name, without prefix, of what this module keeps. */
export const PUSH_TOKEN_KEY = 'pushToken';

const recordSchema = v.object({
  userId: v.pipe(v.number(), v.safeInteger()),
  token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(8_192)),
  at: v.fallback(v.pipe(v.number(), v.finite()), Number.NaN),
});

export interface PushStore {
  /** Garbage reads as absent. */
  read(): PushRecord | null;
  write(record: PushRecord): void;
  remove(): void;
}

export function createPushStore(storage: KeyValueStorage, keyPrefix: string): PushStore {
  const key = keyPrefix + PUSH_TOKEN_KEY;
  return {
    read() {
      const text = storage.read(key);
      if (text === null) return null;
      try {
        const read = v.safeParse(recordSchema, JSON.parse(text));
        return read.success ? read.output : null;
      } catch {
        return null;
      }
    },
    write: (record) => void storage.write(key, JSON.stringify(record)),
    remove: () => storage.remove(key),
  };
}

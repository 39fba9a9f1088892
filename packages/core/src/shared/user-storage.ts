import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from './json-storage.ts';

/** A stored value of one user. */
export interface UserSlot {
  readonly storage: Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;
  readonly key: string;
  readonly userId: number;
}

/** The fields that every stored value has. */
export interface UserRecord {
  readonly version: 1;
  readonly user_id: number;
}

export const userRecordFields: {
  readonly version: v.LiteralSchema<1, undefined>;
  readonly user_id: v.NumberSchema<undefined>;
} = { version: v.literal(1), user_id: v.number() };

/** Returns null for another user's value, another version or malformed text. */
export function readUserRecord<T extends UserRecord>(
  { storage, key, userId }: UserSlot,
  schema: v.GenericSchema<unknown, T>,
  maxLength?: number,
): T | null {
  const record = readStored(storage.read(key), schema, maxLength);
  return record?.user_id === userId ? record : null;
}

/** Stores the JSON of one field; returns the stored text. */
export function writeUserRecord({ storage, key, userId }: UserSlot, fields: string): string {
  const text = `{"version":1,"user_id":${userId},${fields}}`;
  storage.write(key, text);
  return text;
}

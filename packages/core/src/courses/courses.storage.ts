// Stores video positions under one key.
import * as v from 'valibot';
import type { Schema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import {
  readUserRecord,
  type UserRecord,
  userRecordFields,
  writeUserRecord,
} from '../shared/user-storage.ts';

/** One of the session's fixed storage keys. */
const POSITIONS_KEY = 'coursePositions';
/** The number of courses whose positions are stored; older ones restart. */
const MOST = 50;

interface StoredPositions extends UserRecord {
  /** `[course id, seconds]`, the latest last. */
  readonly positions: readonly (readonly [number, number])[];
}

const positionsSchema: Schema<StoredPositions> = v.object({
  ...userRecordFields,
  positions: v.array(v.tuple([v.number(), v.pipe(v.number(), v.finite(), v.minValue(0))])),
});

type PositionStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

function readPositions(storage: PositionStorage, userId: number): StoredPositions['positions'] {
  const slot = { storage, key: POSITIONS_KEY, userId };
  return readUserRecord(slot, positionsSchema, 10_000)?.positions ?? [];
}

/** Returns the position in a course's video in seconds; 0 without a stored position of this member. */
export function readPosition(storage: PositionStorage, userId: number, courseId: number): number {
  return readPositions(storage, userId).find(([id]) => id === courseId)?.[1] ?? 0;
}

/** Stores a position, or deletes it (null). Replaces positions of another member and invalid data. */
export function writePosition(
  storage: PositionStorage,
  {
    userId,
    courseId,
    seconds,
  }: { readonly userId: number; readonly courseId: number; readonly seconds: number | null },
): void {
  const others = readPositions(storage, userId).filter(([id]) => id !== courseId);
  const positions = seconds === null ? others : [...others, [courseId, seconds] as const].slice(-MOST);
  const slot = { storage, key: POSITIONS_KEY, userId };
  if (positions.length === 0) storage.remove(POSITIONS_KEY);
  else writeUserRecord(slot, `"positions":${JSON.stringify(positions)}`);
}

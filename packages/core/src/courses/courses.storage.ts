// Stores video positions under one key, together with the member's id.
import * as v from 'valibot';
import type { Schema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';

/** One of the session's fixed storage keys. */
const POSITIONS_KEY = 'coursePositions';
/** The number of courses whose positions are stored; older ones restart. */
const MOST = 50;

interface StoredPositions {
  readonly version: 1;
  readonly user_id: number;
  /** `[course id, seconds]`, the latest last. */
  readonly positions: readonly (readonly [number, number])[];
}

const positionsSchema: Schema<StoredPositions> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  positions: v.array(v.tuple([v.number(), v.pipe(v.number(), v.finite(), v.minValue(0))])),
});

type PositionStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

function readPositions(storage: PositionStorage, userId: number): StoredPositions['positions'] {
  const stored = readStored(storage.read(POSITIONS_KEY), positionsSchema, 10_000);
  return stored?.user_id === userId ? stored.positions : [];
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
  if (positions.length === 0) {
    storage.remove(POSITIONS_KEY);
    return;
  }
  const stored: StoredPositions = { version: 1, user_id: userId, positions };
  storage.write(POSITIONS_KEY, JSON.stringify(stored));
}

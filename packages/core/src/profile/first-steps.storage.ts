// Stores the steps that a member has done on this device.
import * as v from 'valibot';
import type { Schema } from '../contract/index.ts';
import type { SessionCache } from '../session/index.ts';
import { readStored } from '../shared/json-storage.ts';
import type { FirstStep } from './first-steps.rules.ts';

/** One of the session's fixed storage keys. */
const FIRST_STEPS_KEY = 'firstSteps';

interface StoredFirstSteps {
  readonly version: 1;
  readonly user_id: number;
  readonly done: readonly FirstStep[];
}

const storedSchema: Schema<StoredFirstSteps> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  done: v.array(v.picklist(['plan', 'hello', 'lesson'])),
});

/** The steps of this member; none when they cannot be read or are another member's. */
export function readFirstSteps(cache: SessionCache, userId: number): readonly FirstStep[] {
  const stored = readStored(cache.read(FIRST_STEPS_KEY), storedSchema, 1000);
  return stored?.user_id === userId ? stored.done : [];
}

export function writeFirstSteps(cache: SessionCache, userId: number, done: readonly FirstStep[]): void {
  const stored: StoredFirstSteps = { version: 1, user_id: userId, done };
  cache.write(FIRST_STEPS_KEY, JSON.stringify(stored));
}

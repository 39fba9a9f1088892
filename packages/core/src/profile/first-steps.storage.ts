// Stores the steps that a member has done on this device.
import * as v from 'valibot';
import type { Schema } from '../contract/index.ts';
import type { SessionCache } from '../session/index.ts';
import {
  readUserRecord,
  type UserRecord,
  userRecordFields,
  writeUserRecord,
} from '../shared/user-storage.ts';
import type { FirstStep } from './first-steps.rules.ts';

/** One of the session's fixed storage keys. */
const FIRST_STEPS_KEY = 'firstSteps';

interface StoredFirstSteps extends UserRecord {
  readonly done: readonly FirstStep[];
}

const storedSchema: Schema<StoredFirstSteps> = v.object({
  ...userRecordFields,
  done: v.array(v.picklist(['plan', 'hello', 'lesson'])),
});

/** The steps of this member; none when they cannot be read or are another member's. */
export function readFirstSteps(storage: SessionCache, userId: number): readonly FirstStep[] {
  return readUserRecord({ storage, key: FIRST_STEPS_KEY, userId }, storedSchema, 1000)?.done ?? [];
}

export function writeFirstSteps(storage: SessionCache, userId: number, done: readonly FirstStep[]): void {
  writeUserRecord({ storage, key: FIRST_STEPS_KEY, userId }, `"done":${JSON.stringify(done)}`);
}

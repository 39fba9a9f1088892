// Rules that enrolment and cancellation share.
import type { SessionState } from '../session/index.ts';

/** The epoch of the session; null when nobody is signed in. */
export function epochOf(state: SessionState): number | null {
  return state.status === 'signed-in' ? state.epoch : null;
}

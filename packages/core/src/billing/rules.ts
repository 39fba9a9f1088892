// Rules that enrolment and cancellation share.
import type { AnswerFailure } from '../api-client/index.ts';
import type { SessionState } from '../session/index.ts';

/** Whether the server answered with a 2xx whose body could not be read; the contract leaves its shape open. */
export function isUnreadSuccess({ kind }: AnswerFailure): boolean {
  return kind === 'invalid-body' || kind === 'too-large' || kind === 'wrong-shape';
}

/** The epoch of the session; null when nobody is signed in. */
export function epochOf(state: SessionState): number | null {
  return state.status === 'signed-in' ? state.epoch : null;
}

import { atom, type ReadableAtom } from 'nanostores';
import type { RequestToken } from '../api-client/index.ts';
import type { User } from '../contract/index.ts';
import { expiredAt } from '../entitlement/index.ts';
import { armAt, type Cancel, type Timers } from '../ports/index.ts';
import { reduce, type SessionEvent } from './session.state.ts';
import type { SessionSignedIn, SessionSignedOut, SessionState } from './session.types.ts';

/** The state with its token; each sign-in and sign-out begins a new epoch. */
export interface SessionStateHolder {
  readonly $state: ReadableAtom<SessionState>;
  getToken(): RequestToken | null;
  epoch(): number;
  signedIn(): SessionSignedIn | null;
  apply(event: Exclude<SessionEvent, { type: 'signed-in' | 'signed-out' }>): void;
  signIn(token: string, user: User | null): void;
  signOut(reason: SessionSignedOut['reason']): void;
  /** Compares the plan's end with the server's time, and again when that time has come. */
  checkPlan(): void;
  /** Ends the wait for the plan's end. */
  stop(): void;
}

export function createSessionState(options: {
  /** The server's time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly scheduler: Timers;
  readonly onEpochEnd: () => void;
}): SessionStateHolder {
  const { now, scheduler, onEpochEnd } = options;
  const $state = atom<SessionState>({ status: 'unknown' });
  let token: RequestToken | null = null;
  let epoch = 0;
  let epochEnd = new AbortController();
  let cancelExpiry: Cancel = () => {};

  function signedIn(): SessionSignedIn | null {
    const state = $state.get();
    return state.status === 'signed-in' ? state : null;
  }

  function apply(event: SessionEvent): void {
    const before = $state.get();
    const after = reduce(before, event);
    if (after !== before) $state.set(after);
    cancelExpiry();
    cancelExpiry = () => {};
    const state = signedIn();
    const end = state?.isSubscribed ? expiredAt(state.user) : null;
    if (end !== null) cancelExpiry = armAt(end, { now, scheduler, work: checkPlan });
  }

  function checkPlan(): void {
    apply({ type: 'time', now: now() });
  }

  function beginEpoch(newToken: string | null): void {
    onEpochEnd();
    epoch += 1;
    epochEnd.abort();
    epochEnd = new AbortController();
    token = newToken === null ? null : { token: newToken, epoch, signal: epochEnd.signal };
  }

  return {
    $state,
    getToken: () => token,
    epoch: () => epoch,
    signedIn,
    apply,
    signIn(newToken, user) {
      beginEpoch(newToken);
      apply({ type: 'signed-in', epoch, user });
    },
    signOut(reason) {
      beginEpoch(null);
      apply({ type: 'signed-out', reason });
    },
    checkPlan,
    stop: () => cancelExpiry(),
  };
}

import { atom, type ReadableAtom } from 'nanostores';
import type { RequestToken } from '../api-client/index.ts';
import { expiredAt, isSubscribed } from '../entitlement/index.ts';
import { type Cancel, runAt, type Timers } from '../ports/index.ts';
import { isJsonEqual } from '../shared/equality.ts';
import { withUser } from './session.state.ts';
import type { SessionSignedIn, SessionState } from './session.types.ts';

/** The state with its token; each sign-in and sign-out starts a new epoch. */
export interface SessionStateHolder {
  readonly $state: ReadableAtom<SessionState>;
  getToken(): RequestToken | null;
  epoch(): number;
  /** Changes the signed-in state; no effect while signed out. */
  update(change: (state: SessionSignedIn) => SessionSignedIn): void;
  /** Starts an epoch, with or without a token. */
  begin(token: string | null, state: (epoch: number) => SessionState): void;
  /** Calls `onPlanEnd` when the plan's end is over by the server's time, now and in future. */
  checkPlan(): void;
  /** Updates `isSubscribed` by the server's time. */
  endPlan(): void;
  /** Cancels the timer for the end of the plan. */
  stop(): void;
}

export function createSessionState(options: {
  /** The server's time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly scheduler: Timers;
  /** The plan of a subscriber is over by the cached user; they stay subscribed until `endPlan()`. */
  readonly onPlanEnd: () => void;
}): SessionStateHolder {
  const { now, scheduler, onPlanEnd } = options;
  const $state = atom<SessionState>({ status: 'unknown' });
  let token: RequestToken | null = null;
  let epoch = 0;
  let epochEnd = new AbortController();
  let cancelExpiry: Cancel = () => {};

  function put(state: SessionState): void {
    if (!isJsonEqual($state.get(), state)) $state.set(state);
    const current = $state.get();
    cancelExpiry();
    cancelExpiry = () => {};
    const end = current.status === 'signed-in' && current.isSubscribed ? expiredAt(current.user) : null;
    if (end !== null) cancelExpiry = runAt(end, { now, scheduler, work: checkPlan });
  }

  function update(change: (state: SessionSignedIn) => SessionSignedIn): void {
    const state = $state.get();
    if (state.status === 'signed-in') put(change(state));
  }

  function checkPlan(): void {
    const state = $state.get();
    if (state.status !== 'signed-in') return;
    if (state.isSubscribed && !isSubscribed(state.user, now())) onPlanEnd();
    else endPlan();
  }

  function endPlan(): void {
    update((state) => withUser(state, state.user, now()));
  }

  return {
    $state,
    getToken: () => token,
    epoch: () => epoch,
    update,
    begin(newToken, state) {
      epoch += 1;
      epochEnd.abort();
      epochEnd = new AbortController();
      token = newToken === null ? null : { token: newToken, epoch, signal: epochEnd.signal };
      put(state(epoch));
    },
    checkPlan,
    endPlan,
    stop: () => cancelExpiry(),
  };
}

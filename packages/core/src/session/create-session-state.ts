import { atom, type ReadableAtom } from 'nanostores';
import type { RequestToken } from '../api-client/index.ts';
import { expiredAt } from '../entitlement/index.ts';
import { armAt, type Cancel, type Timers } from '../ports/index.ts';
import { isJsonEqual } from '../shared/equality.ts';
import { withUser } from './session.state.ts';
import type { SessionSignedIn, SessionState } from './session.types.ts';

/** The state with its token; each sign-in and sign-out begins a new epoch. */
export interface SessionStateHolder {
  readonly $state: ReadableAtom<SessionState>;
  getToken(): RequestToken | null;
  epoch(): number;
  /** Changes the state of the member; nothing while signed out. */
  update(change: (state: SessionSignedIn) => SessionSignedIn): void;
  /** Begins an epoch, with a token or without. */
  begin(token: string | null, state: (epoch: number) => SessionState): void;
  /** Compares the plan's end with the server's time, and again when that time has come. */
  checkPlan(): void;
  /** Ends the wait for the plan's end. */
  stop(): void;
}

/** @param now The server's time in milliseconds since the epoch. */
export function createSessionState(now: () => number, scheduler: Timers): SessionStateHolder {
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
    if (end !== null) cancelExpiry = armAt(end, { now, scheduler, work: checkPlan });
  }

  function update(change: (state: SessionSignedIn) => SessionSignedIn): void {
    const state = $state.get();
    if (state.status === 'signed-in') put(change(state));
  }

  function checkPlan(): void {
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
    stop: () => cancelExpiry(),
  };
}

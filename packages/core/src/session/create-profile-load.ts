import type { ApiClient } from '../api-client/index.ts';
import { profileEndpoint, type User } from '../contract/index.ts';
import type { Cancel, Timers } from '../ports/index.ts';
import { errorOf } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { SessionStateHolder } from './create-session-state.ts';
import { readFailure } from './session.rules.ts';
import { withProfile, withProfileStatus } from './session.state.ts';
import type { ProfileStatus, SessionError } from './session.types.ts';

/** Loads the profile; simultaneous calls share one request. */
export interface ProfileLoad {
  load(): Promise<Result<User, SessionError>>;
  /** The user has changed: a pending load is repeated, because its response may be older. */
  repeatPending(): void;
  /** Aborts the request; its result is `superseded`. */
  cancel(): void;
}

export function createProfileLoad(options: {
  readonly api: Pick<ApiClient, 'request'>;
  readonly scheduler: Timers;
  /** Milliseconds. */
  readonly overdueAfter: number;
  /** The server's time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly getToken: SessionStateHolder['getToken'];
  readonly update: SessionStateHolder['update'];
  readonly saveUser: (user: User) => void;
}): ProfileLoad {
  const { api, scheduler, overdueAfter, now, getToken, update, saveUser } = options;
  const flight = createFlight<Result<User, SessionError>>();
  let cancelOverdue: Cancel = () => {};
  let isStale = false;

  function onStatus(status: ProfileStatus): void {
    update((state) => withProfileStatus(state, status));
  }

  async function run(signal: AbortSignal): ReturnType<ProfileLoad['load']> {
    isStale = false;
    const response = await api.request(profileEndpoint, { signal });
    if (response.ok && isStale && !signal.aborted) return run(signal);
    if (!flight.end(signal)) return fail(errorOf('superseded'));
    cancelOverdue();
    if (!response.ok) {
      onStatus('failed');
      return fail(readFailure(response));
    }
    const { user } = response.data;
    saveUser(user);
    update((state) => withProfile(state, response.data, now()));
    return succeed(user);
  }

  return {
    load() {
      if (getToken() === null) return Promise.resolve(fail(errorOf('signed-out')));
      const pending = flight.pending();
      if (pending !== null) return pending;
      cancelOverdue = scheduler.after(overdueAfter, () => onStatus('overdue'));
      const outcome = flight.run(run);
      onStatus('loading');
      return outcome;
    },
    repeatPending() {
      isStale = true;
    },
    cancel() {
      cancelOverdue();
      flight.abort();
    },
  };
}

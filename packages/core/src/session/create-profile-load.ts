import type { ApiClient } from '../api-client/index.ts';
import { profileEndpoint, type User } from '../contract/index.ts';
import type { Cancel, Timers } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { SessionStateHolder } from './create-session-state.ts';
import { readFailure, sessionError } from './session.rules.ts';
import { withProfile, withProfileStatus } from './session.state.ts';
import type { ProfileStatus, SessionError } from './session.types.ts';

/** Loads the profile; simultaneous calls share one request. */
export interface ProfileLoad {
  load(): Promise<Result<User, SessionError>>;
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
  readonly update: SessionStateHolder['update'];
  readonly saveUser: (user: User) => void;
}): ProfileLoad {
  const { api, scheduler, overdueAfter, now, update, saveUser } = options;
  let flight: AbortController | null = null;
  let promise: ReturnType<ProfileLoad['load']> | null = null;
  let cancelOverdue: Cancel = () => {};

  function onStatus(status: ProfileStatus): void {
    update((state) => withProfileStatus(state, status));
  }

  async function run(mine: AbortController): ReturnType<ProfileLoad['load']> {
    const response = await api.request(profileEndpoint, { signal: mine.signal });
    if (flight !== mine) return fail(sessionError('superseded'));
    flight = null;
    promise = null;
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
      if (promise !== null) return promise;
      flight = new AbortController();
      cancelOverdue = scheduler.after(overdueAfter, () => onStatus('overdue'));
      const mine = run(flight);
      promise = mine;
      onStatus('loading');
      return mine;
    },
    cancel() {
      cancelOverdue();
      flight?.abort();
      flight = null;
      promise = null;
    },
  };
}

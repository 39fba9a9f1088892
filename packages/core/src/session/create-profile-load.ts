import type { ApiClient } from '../api-client/index.ts';
import { profileEndpoint, type Subscription, type User } from '../contract/index.ts';
import type { Cancel, Timers } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { readFailure, sessionError } from './session.rules.ts';
import type { ProfileStatus, SessionError } from './session.types.ts';

export interface ProfileLoadOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly scheduler: Timers;
  /** Milliseconds. */
  readonly overdueAfter: number;
  readonly onStatus: (status: Exclude<ProfileStatus, 'loaded'>) => void;
  readonly onLoaded: (answer: {
    readonly user: User;
    readonly subscriptions: readonly Subscription[];
  }) => void;
}

/** Loads the profile; simultaneous calls share one request. */
export interface ProfileLoad {
  load(): Promise<Result<User, SessionError>>;
  /** Aborts the request; its result is `superseded`. */
  cancel(): void;
}

export function createProfileLoad(options: ProfileLoadOptions): ProfileLoad {
  const { api, scheduler, overdueAfter, onStatus, onLoaded } = options;
  let flight: { readonly abort: AbortController; promise: ReturnType<ProfileLoad['load']> | null } | null =
    null;
  let cancelOverdue: Cancel = () => {};

  async function run(mine: NonNullable<typeof flight>): ReturnType<ProfileLoad['load']> {
    const answer = await api.request(profileEndpoint, { signal: mine.abort.signal });
    if (flight !== mine) return fail(sessionError('superseded'));
    flight = null;
    cancelOverdue();
    if (!answer.ok) {
      onStatus('failed');
      return fail(readFailure(answer));
    }
    onLoaded(answer.data);
    return succeed(answer.data.user);
  }

  return {
    load() {
      if (flight?.promise) return flight.promise;
      const mine: NonNullable<typeof flight> = { abort: new AbortController(), promise: null };
      flight = mine;
      onStatus('loading');
      cancelOverdue = scheduler.after(overdueAfter, () => onStatus('overdue'));
      mine.promise = run(mine);
      return mine.promise;
    },
    cancel() {
      cancelOverdue();
      flight?.abort.abort();
      flight = null;
    },
  };
}

import { atom, type ReadableAtom } from 'nanostores';
import type { User } from '../contract/index.ts';
import type { Clock, Timers } from '../ports/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { errorOf } from '../shared/failures.ts';
import { fail, type Result } from '../shared/result.ts';
import type { Session, SessionError, SignInRequest } from './session.types.ts';

/** The state of the sign-in form. */
export type SignInState =
  | { readonly status: 'idle' | 'submitting' }
  | { readonly status: 'failed'; readonly error: SessionError };

/** The sign-in form. */
export interface SignIn {
  readonly $state: ReadableAtom<SignInState>;
  /** Seconds until the server accepts another attempt after a 429 with a wait; counts down, 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /** Sends the form. A second call sends nothing while the first is pending (`superseded`). */
  submit(request: SignInRequest): Promise<Result<User, SessionError>>;
  /** Returns to idle. */
  reset(): void;
}

export interface SignInOptions {
  readonly session: Pick<Session, 'signIn'>;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
}

/** Creates the state of the sign-in form. */
export function createSignIn(options: SignInOptions): SignIn {
  const retry = createCountdown(options);
  const $state = atom<SignInState>({ status: 'idle' });
  let submission = 0;
  return {
    $state,
    $retryIn: retry.$secondsLeft,
    async submit(request) {
      if ($state.get().status === 'submitting') return fail(errorOf('superseded'));
      submission += 1;
      const mine = submission;
      retry.stop();
      $state.set({ status: 'submitting' });
      const result = await options.session.signIn(request);
      if (mine === submission) {
        $state.set(result.ok ? { status: 'idle' } : { status: 'failed', error: result.error });
        if (!result.ok && result.error.code === 'throttled') retry.begin(result.error.retryAfter);
      }
      return result;
    },
    reset() {
      submission += 1;
      retry.stop();
      $state.set({ status: 'idle' });
    },
  };
}

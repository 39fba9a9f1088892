import { atom, type ReadableAtom } from 'nanostores';
import type { User } from '../contract/index.ts';
import { fail, type Result } from '../shared/result.ts';
import { sessionError } from './session.rules.ts';
import type { Session, SessionError, SignInRequest } from './session.types.ts';

/** Idle, submitting, then idle again or failed (Sign-in). */
export type SignInState =
  | { readonly status: 'idle' | 'submitting' }
  | { readonly status: 'failed'; readonly error: SessionError };

/** The sign-in form. */
export interface SignIn {
  readonly $state: ReadableAtom<SignInState>;
  /** Sends the form once; a second call while one is under way sends nothing (`superseded`). */
  submit(request: SignInRequest): Promise<Result<User, SessionError>>;
  /** Back to idle. */
  reset(): void;
}

/** Makes the sign-in form's state over a session. */
export function createSignIn({ session }: { readonly session: Pick<Session, 'signIn'> }): SignIn {
  const $state = atom<SignInState>({ status: 'idle' });
  let submission = 0;
  return {
    $state,
    async submit(request) {
      if ($state.get().status === 'submitting') return fail(sessionError('superseded'));
      submission += 1;
      const mine = submission;
      $state.set({ status: 'submitting' });
      const result = await session.signIn(request);
      if (mine === submission) {
        $state.set(result.ok ? { status: 'idle' } : { status: 'failed', error: result.error });
      }
      return result;
    },
    reset() {
      submission += 1;
      $state.set({ status: 'idle' });
    },
  };
}

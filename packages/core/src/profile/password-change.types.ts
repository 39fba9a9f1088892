import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ChangePasswordBody } from '../contract/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** The fields of the form, in their order. */
export const PASSWORD_CHANGE_FIELDS = ['current_password', 'password', 'confirm_password'] as const;

export type PasswordChangeField = (typeof PASSWORD_CHANGE_FIELDS)[number];

/** What the form itself finds: nothing there, fewer than 8 characters, or not the same twice. */
export type PasswordProblem = 'missing' | 'too-short' | 'no-match';

/**
 * Why the password was not changed. `invalid`: see `problems`, and nothing was sent. `fields`: the server's, see
 * `fieldErrors`; an account without a password is told there as well. `throttled`: wait `retryAfter` seconds. `refused`:
 * see `message`. `unsupported`: this backend does not change passwords (an addition of ours). `unavailable`: no usable
 * answer came, so it may have been done. `busy`: under way. `superseded`: begun anew, or somebody else is signed in.
 */
export interface PasswordChangeError {
  readonly code:
    | 'invalid'
    | 'fields'
    | 'throttled'
    | 'refused'
    | 'unsupported'
    | 'unavailable'
    | 'busy'
    | 'superseded';
  readonly problems: Readonly<Partial<Record<PasswordChangeField, PasswordProblem>>>;
  /** The server's first message for each field. */
  readonly fieldErrors: Readonly<Partial<Record<PasswordChangeField, string>>>;
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds, where the server said. */
  readonly retryAfter: number | null;
}

export type PasswordChangeState =
  | { readonly status: 'idle' | 'sending' | 'done' }
  | { readonly status: 'failed'; readonly error: PasswordChangeError };

export interface PasswordChangeOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state'>;
}

/** A new password for who knows the present one. No password is kept in the state. */
export interface PasswordChange {
  readonly $state: ReadableAtom<PasswordChangeState>;
  /** Changes it at the server, which signs the person's other devices out. */
  submit(passwords: ChangePasswordBody): Promise<Result<null, PasswordChangeError>>;
  /** Back to idle, when the form closes; an answer still on its way is dropped. */
  reset(): void;
}

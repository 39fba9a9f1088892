import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ChangePasswordBody } from '../contract/index.ts';
import type { Clock, Timers } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** The fields in the order of the form. */
export const PASSWORD_CHANGE_FIELDS = ['current_password', 'password', 'confirm_password'] as const;

export type PasswordChangeField = (typeof PASSWORD_CHANGE_FIELDS)[number];

/** Validation errors: empty, fewer than 8 characters, or different passwords. */
export type PasswordProblem = 'missing' | 'too-short' | 'no-match';

/**
 * Why the password was not changed. `invalid`: see `problems`; nothing was sent. `fields`: see `fieldErrors` of the
 * server, also for an account without a password. `throttled`: wait `retryAfter` seconds. `refused`: see `message`.
 * `second-proof-needed`: call `Factors.prove`, then repeat it.
 * `unsupported`: the backend does not have this optional endpoint. `unavailable`: no valid response, so it may have been
 * changed. `busy`: pending. `superseded`: the form was reset or the session has changed.
 */
export interface PasswordChangeError {
  readonly code:
    | 'invalid'
    | 'fields'
    | 'second-proof-needed'
    | 'throttled'
    | 'refused'
    | 'unsupported'
    | 'unavailable'
    | 'busy'
    | 'superseded';
  readonly problems: Readonly<Partial<Record<PasswordChangeField, PasswordProblem>>>;
  /** The server's first message per field. */
  readonly fieldErrors: Readonly<Partial<Record<PasswordChangeField, string>>>;
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not send them. */
  readonly retryAfter: number | null;
}

export type PasswordChangeState =
  | { readonly status: 'idle' | 'sending' | 'done' }
  | { readonly status: 'failed'; readonly error: PasswordChangeError };

export interface PasswordChangeOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state'>;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
}

/** The Change password form, which requires the current password. The state contains no passwords. */
export interface PasswordChange {
  readonly $state: ReadableAtom<PasswordChangeState>;
  /** Seconds until the server accepts another try, after a 429 that says when; counts down, 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /** Changes the password, which signs the member's other devices out. */
  submit(passwords: ChangePasswordBody): Promise<Result<null, PasswordChangeError>>;
  /** Returns to idle when the form closes. Discards a pending result. */
  reset(): void;
}

import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { RegisterBody } from '../contract/index.ts';
import type { Clock, Timers } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** The fields of the form, without the captcha. */
export type SignUpFields = Omit<RegisterBody, 'captcha'>;

/** A field of the form. */
export type SignUpField = keyof SignUpFields;

/** The fields in the order of the form. */
export const SIGN_UP_FIELDS: readonly SignUpField[] = [
  'first_name',
  'phone',
  'email',
  'referralCode',
  'password',
  'password_confirmation',
  'agree',
];

/**
 * Why no account was created. `captcha-missing`: nothing was sent. `fields`: see `fieldErrors`. `captcha-refused`: solve
 * the captcha again. `throttled`: wait `retryAfter` seconds. `refused`: see `message`. `unavailable`: no valid response.
 * `busy`: an earlier submission is pending.
 */
export interface SignUpError {
  readonly code:
    | 'captcha-missing'
    | 'fields'
    | 'captcha-refused'
    | 'throttled'
    | 'refused'
    | 'unavailable'
    | 'busy';
  /** The server's message, or empty. */
  readonly message: string;
  /** The first message per field. */
  readonly fieldErrors: Readonly<Partial<Record<SignUpField, string>>>;
  readonly retryAfter: number | null;
}

/** The state of the sign-up form. */
export type SignUpState =
  | { readonly status: 'idle' | 'submitting' | 'created' }
  | { readonly status: 'failed'; readonly error: SignUpError };

export interface SignUpOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Whether a solved captcha is required; false by default. */
  readonly captchaRequired?: () => boolean;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
}

export interface SignUp {
  readonly $state: ReadableAtom<SignUpState>;
  /** Seconds until the server accepts another try, after a 429 that says when; counts down, 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /** Sends the form. A second call sends nothing while the first is pending. */
  submit(fields: SignUpFields, captcha: string | null): Promise<Result<null, SignUpError>>;
  /** Returns to idle and discards a pending result. */
  reset(): void;
}

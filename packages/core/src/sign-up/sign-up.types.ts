import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { RegisterBody } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

/** What the form asks for (Sign-up), besides the captcha. */
export type SignUpFields = Omit<RegisterBody, 'captcha'>;

/** A field of the form, as errors name it. */
export type SignUpField = keyof SignUpFields;

/** The order in which the form shows its fields, and in which the first error is looked for. */
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
 * Why no account was made. `captcha-missing`: nothing was sent. `fields`: see `fieldErrors`. `captcha-refused`: solve
 * it again. `throttled`: wait `retryAfter` seconds. `refused`: see `message`. `unavailable`: no usable answer came.
 * `busy`: an earlier submission is still under way.
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
  /** The first message of each field's list. */
  readonly fieldErrors: Readonly<Partial<Record<SignUpField, string>>>;
  readonly retryAfter: number | null;
}

/** Idle, submitting, then created or failed (Sign-up). */
export type SignUpState =
  | { readonly status: 'idle' | 'submitting' | 'created' }
  | { readonly status: 'failed'; readonly error: SignUpError };

export interface SignUpOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Whether a solved captcha is required; false by default. */
  readonly captchaRequired?: () => boolean;
}

export interface SignUp {
  readonly $state: ReadableAtom<SignUpState>;
  /** Sends the form once; a second call while one is under way sends nothing. */
  submit(fields: SignUpFields, captcha: string | null): Promise<Result<null, SignUpError>>;
  /** Back to idle; an answer that is still on its way is dropped. */
  reset(): void;
}

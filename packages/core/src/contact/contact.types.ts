import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ContactBody } from '../contract/index.ts';
import type { Clock, Timers } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** The fields of the form, without the captcha. */
export type ContactFields = Omit<ContactBody, 'captcha'>;

/**
 * Why nothing was delivered. `incomplete`: a field is empty. `captcha-missing`: no solved captcha; nothing was sent in
 * either case. `failed`: an error status or no response. `busy`: an earlier submission is pending.
 */
export interface ContactError {
  readonly code: 'incomplete' | 'captcha-missing' | 'failed' | 'busy';
  /** The server's message, or empty. */
  readonly message: string;
}

/** `sent` clears the form. */
export type ContactState =
  | { readonly status: 'idle' | 'submitting' | 'sent' }
  | { readonly status: 'failed'; readonly error: ContactError };

export interface ContactOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Whether a solved captcha is required; false by default. */
  readonly captchaRequired?: () => boolean;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
}

export interface Contact {
  readonly $state: ReadableAtom<ContactState>;
  /** Seconds until the server accepts another try, after a 429 that says when; counts down, 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /**
   * Sends the form once. If a captcha is required, `solve` is called when all fields are filled in, so that the challenge
   * is solved while the form is busy. It resolves with the solution, or null.
   */
  submit(fields: ContactFields, solve?: () => Promise<string | null>): Promise<Result<null, ContactError>>;
  /** Returns to idle and discards a pending result. */
  reset(): void;
}

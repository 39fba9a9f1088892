import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ContactBody } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

/** What the form asks for, besides the captcha. */
export type ContactFields = Omit<ContactBody, 'captcha'>;

/**
 * Why nothing was delivered. `incomplete`: a field is empty. `captcha-missing`: no challenge could be had or solved; of
 * both nothing was sent. `failed`: the server refused, or no answer came. `busy`: an earlier submission is under way.
 */
export interface ContactError {
  readonly code: 'incomplete' | 'captcha-missing' | 'failed' | 'busy';
  /** The server's own message, or empty. */
  readonly message: string;
}

/** `sent` clears the form. */
export type ContactState =
  | { readonly status: 'idle' | 'submitting' | 'sent' }
  | { readonly status: 'failed'; readonly error: ContactError };

export interface ContactOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Whether a solved challenge is needed; false by default. */
  readonly captchaRequired?: () => boolean;
}

export interface Contact {
  readonly $state: ReadableAtom<ContactState>;
  /**
   * Sends the form once. Where a captcha is asked for, `solve` is called when all fields are filled in, so that a challenge
   * can be solved unseen while the form is busy; it gives the solution, or null.
   */
  submit(fields: ContactFields, solve?: () => Promise<string | null>): Promise<Result<null, ContactError>>;
  /** Back to idle; what is still on its way is dropped. */
  reset(): void;
}

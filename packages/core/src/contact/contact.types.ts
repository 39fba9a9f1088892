import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ContactBody } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why nothing was delivered. `incomplete`: a field is empty, nothing was sent. `failed`: the server refused, or no
 * answer came. `busy`: an earlier submission is still under way.
 */
export interface ContactError {
  readonly code: 'incomplete' | 'failed' | 'busy';
  /** The server's own message, or empty. */
  readonly message: string;
}

/** `sent` clears the form (product.md 4, Contact form). */
export type ContactState =
  | { readonly status: 'idle' | 'submitting' | 'sent' }
  | { readonly status: 'failed'; readonly error: ContactError };

export interface ContactOptions {
  readonly api: Pick<ApiClient, 'request'>;
}

export interface Contact {
  readonly $state: ReadableAtom<ContactState>;
  submit(fields: ContactBody): Promise<Result<null, ContactError>>;
  reset(): void;
}

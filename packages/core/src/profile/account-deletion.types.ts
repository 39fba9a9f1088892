import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { DeleteAccountBody } from '../contract/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * What Delete Account does. `server`: the account is deleted. `local`: the data
 * on this device alone; such a button must say so.
 */
export type AccountDeletionMode = 'server' | 'local';

/**
 * Why nothing was deleted. `proof-missing`: neither password nor credential was given, and nothing was sent.
 * `wrong-proof`: see `message`. `throttled`: wait `retryAfter` seconds. `refused`: see `message`. `unsupported`: this
 * backend deletes no accounts. `unavailable`: no usable answer came, so it may have been done. `busy`: under way.
 * `signed-out`: the session has ended.
 */
export interface AccountDeletionError {
  readonly code:
    | 'proof-missing'
    | 'wrong-proof'
    | 'throttled'
    | 'refused'
    | 'unsupported'
    | 'unavailable'
    | 'busy'
    | 'signed-out';
  /** The server's message, or empty. */
  readonly message: string;
  readonly retryAfter: number | null;
}

export type AccountDeletionState =
  | { readonly status: 'idle' | 'deleting' | 'deleted' }
  | { readonly status: 'failed'; readonly error: AccountDeletionError };

export interface AccountDeletionOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'forget'>;
  /** Default `server`. */
  readonly mode?: AccountDeletionMode;
}

/** Deleting one's own account. */
export interface AccountDeletion {
  readonly $state: ReadableAtom<AccountDeletionState>;
  readonly mode: AccountDeletionMode;
  /** Deletes the account at the server, then everything of it on this device. */
  submit(proof: DeleteAccountBody): Promise<Result<null, AccountDeletionError>>;
  /** Removes what this device keeps, without a word to the server (mode `local`). */
  removeLocal(): void;
  /** Back to idle, when the dialog closes. */
  reset(): void;
}

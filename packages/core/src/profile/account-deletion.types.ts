import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { DeleteAccountBody } from '../contract/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * What Delete Account deletes. `server`: the account. `local`: only the data on this device, which the button must say.
 */
export type AccountDeletionMode = 'server' | 'local';

/**
 * Why nothing was deleted. `proof-missing`: no password and no credential; nothing was sent.
 * `wrong-proof`: see `message`. `second-proof-needed`: call `Factors.prove`, then repeat it. `throttled`: wait `retryAfter` seconds. `refused`: see `message`. `unsupported`: this
 * backend cannot delete accounts. `unavailable`: no valid response, so it may have been deleted. `busy`: pending.
 * `signed-out`: the session has ended.
 */
export interface AccountDeletionError {
  readonly code:
    | 'proof-missing'
    | 'wrong-proof'
    | 'second-proof-needed'
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
  readonly session: Pick<Session, '$state' | 'forget' | 'getToken' | 'onUnauthorized'>;
  /** `server` by default. */
  readonly mode?: AccountDeletionMode;
}

/** The Delete Account dialog. */
export interface AccountDeletion {
  readonly $state: ReadableAtom<AccountDeletionState>;
  readonly mode: AccountDeletionMode;
  /** Deletes the account on the server, then its data on this device. */
  submit(proof: DeleteAccountBody): Promise<Result<null, AccountDeletionError>>;
  /** Removes the data on this device without a request (mode `local`). */
  removeLocal(): void;
  /** Returns to idle when the dialog closes. */
  reset(): void;
}

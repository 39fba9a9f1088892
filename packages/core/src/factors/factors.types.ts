import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { FactorsResponse, NewAuthenticatorResponse, ProveBody } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why an action failed. `proof-needed`: call `prove`, then repeat it. `wrong-proof`: a wrong code or password; see
 * `message`. `throttled`: wait `retryAfter` seconds. `refused`: see `message`. `unsupported`: the backend has no second
 * factors. `unavailable`: no valid response. `busy`: another action is pending. `superseded`: the session has changed.
 */
export interface FactorsError {
  readonly code:
    | 'proof-needed'
    | 'wrong-proof'
    | 'throttled'
    | 'refused'
    | 'unsupported'
    | 'unavailable'
    | 'busy'
    | 'superseded';
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not send them. */
  readonly retryAfter: number | null;
}

/** `unsupported`: the backend does not have these optional endpoints. `factors` is null until they are loaded. */
export interface FactorsState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported';
  readonly factors: FactorsResponse | null;
  /** Whether an action is pending. */
  readonly busy: boolean;
}

export interface FactorsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state'>;
  readonly onError?: OnError | undefined;
}

/** The member's second factors. The state contains no secret and no code. */
export interface Factors {
  readonly $state: ReadableAtom<FactorsState>;
  /** Loads the factors. Concurrent calls share a request. */
  load(): Promise<Result<FactorsResponse, FactorsError>>;
  /** Proves the member's identity; the proof is valid for 5 minutes. */
  prove(proof: ProveBody): Promise<Result<null, FactorsError>>;
  /** Requests the secret of a new authenticator app, which `confirmApp` adds. */
  beginApp(): Promise<Result<NewAuthenticatorResponse, FactorsError>>;
  /** Adds the app by its first code. Returns the recovery codes, which cannot be read again. */
  confirmApp(code: string): Promise<Result<readonly string[], FactorsError>>;
  /** Removes the app and the recovery codes. */
  removeApp(): Promise<Result<null, FactorsError>>;
  /** Replaces the recovery codes and returns the new ones. */
  replaceRecoveryCodes(): Promise<Result<readonly string[], FactorsError>>;
  /** Resets the state and discards pending results. The instance can be used again. */
  destroy(): void;
}

import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Passkey, User } from '../contract/index.ts';
import type { OnError, Timers } from '../ports/index.ts';
import type { PasskeyBrowser } from '../ports/passkeys.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why an action failed. `cancelled`: the member closed the browser's prompt, or has no passkey here. `exists`: the device has
 * a passkey of this account. `proof-needed`: prove the member's identity, then repeat it. `throttled`: wait `retryAfter`
 * seconds. `refused`: see `message`. `unsupported`: the backend or the browser has no passkeys. `unavailable`: no valid
 * response. `busy`: another action is pending. `superseded`: the session has changed.
 */
export interface PasskeysError {
  readonly code:
    | 'cancelled'
    | 'exists'
    | 'proof-needed'
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

/** `unsupported`: the backend or the browser has no passkeys. `passkeys` is null until they are loaded. */
export interface PasskeysState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported';
  readonly passkeys: readonly Passkey[] | null;
  /** Whether an action is pending. */
  readonly busy: boolean;
}

export interface PasskeysOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state'>;
  /** The browser's passkeys; `browserPasskeys` by default. */
  readonly browser?: PasskeyBrowser | undefined;
  readonly onError?: OnError | undefined;
}

/** The member's passkeys. */
export interface Passkeys {
  readonly $state: ReadableAtom<PasskeysState>;
  /** Loads the passkeys. Concurrent calls share a request. */
  load(): Promise<Result<readonly Passkey[], PasskeysError>>;
  /** Creates a passkey on this device and adds it to the account. */
  add(): Promise<Result<null, PasskeysError>>;
  /** Removes a passkey from the account. */
  remove(id: number): Promise<Result<null, PasskeysError>>;
  /** Proves the member's identity with a passkey; the proof is valid for 5 minutes. */
  prove(): Promise<Result<null, PasskeysError>>;
  /** Resets the state and aborts what is pending. The instance can be used again. */
  destroy(): void;
}

/** `idle`: not known yet. `unsupported`: the backend or the browser has no passkeys, so show nothing. */
export type PasskeySignInState =
  | { readonly status: 'idle' | 'unsupported' | 'ready' | 'submitting' }
  | { readonly status: 'failed'; readonly error: PasskeysError };

export interface PasskeySignInOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, 'signIn'>;
  /** The browser's passkeys; `browserPasskeys` by default. */
  readonly browser?: PasskeyBrowser | undefined;
  readonly scheduler?: Timers | undefined;
}

/** How to sign in. */
export interface PasskeySignInInput {
  /** If false, the session ends with the tab. */
  readonly remember: boolean;
}

/** Signing in with a passkey: from the suggestions of the e-mail field, or by a button. */
export interface PasskeySignIn {
  readonly $state: ReadableAtom<PasskeySignInState>;
  /**
   * Finds out whether passkeys are supported, and offers them among the suggestions of a field with
   * `autocomplete="username webauthn"`. `input` is read when the member has chosen one. Returns a stop function.
   */
  start(autofill: {
    readonly input: () => PasskeySignInInput;
    readonly onSignedIn: (user: User) => void;
  }): () => void;
  /** Signs in by the browser's prompt. Call it when the member presses a button. */
  signIn(input: PasskeySignInInput): Promise<Result<User, PasskeysError>>;
}

import type { ReadableAtom } from 'nanostores';
import type { SignInType, User } from '../contract/index.ts';
import type { Clock, Log, Popups, Random, Scripts, Sha256, Timers } from '../ports/index.ts';
import type { Session, SessionErrorCode } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** The social providers. */
export type SocialType = Exclude<SignInType, 'manual' | 'passkey'>;

/** A provider's account data. The server trusts only `credential`; the rest is part of the specified payload. */
export interface SocialAccount {
  /** Google's `sub` or Facebook's `userID`; empty when missing. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** URL of a picture, or empty. */
  readonly photo: string;
  /** Google's ID token or Facebook's access token. */
  readonly credential: string;
  /** The secret whose hash is the token's nonce. */
  readonly nonce?: string | undefined;
}

/** The look of the provider's button. */
export interface ProviderButtonLook {
  readonly theme: 'light' | 'dark';
  /** Width in CSS pixels. */
  readonly width: number;
}

/** Port: a provider that opens a window from the site's own button. */
export interface WindowProvider {
  readonly kind: 'window';
  /** Whether it is the sandbox, which the button must say. */
  readonly sandbox: boolean;
  /** Preloads the provider, so that the window opens within the user gesture. Rejects when loading fails. */
  prepare(): Promise<void>;
  /** Resolves with null when the member cancels. Rejects with a {@link SocialProblem}. */
  signIn(signal: AbortSignal): Promise<SocialAccount | null>;
}

/** Port: a provider that renders its own button. */
export interface ButtonProvider {
  readonly kind: 'button';
  readonly sandbox: boolean;
  /** Renders the button into `host`. Resolves with a function that removes it; rejects when loading fails. */
  mount(
    host: HTMLElement,
    look: ProviderButtonLook,
    onAccount: (account: SocialAccount) => void,
  ): Promise<() => void>;
}

export type SocialProvider = WindowProvider | ButtonProvider;

/** Configured providers. `sandbox` is the consent page of the reference server; a host can pass its own provider. */
export interface SocialConfig {
  /** Google Identity Services, with the site's client id. */
  readonly google?: { readonly clientId: string } | 'sandbox' | SocialProvider;
  /** Facebook Login, with the app id. */
  readonly facebook?: { readonly appId: string } | 'sandbox' | SocialProvider;
}

/** The ports of the adapters. */
export interface SocialPorts {
  readonly scripts: Scripts;
  readonly popups: Popups;
  readonly scheduler: Timers;
  readonly random: Random;
  readonly sha256: Sha256;
  readonly log: Log;
}

/**
 * Why a social sign-in failed, in addition to the session's errors.
 *
 * - `script-failed`: the provider's script did not load; a retry is possible.
 * - `popup-blocked`: the browser blocked the window.
 * - `provider-failed`: the provider's response is invalid, or the option `social` does not have it; see `log`.
 * - `cancelled`: the member canceled; no message is needed.
 * - `busy`: an earlier call is pending. `superseded` from `add`: there is nothing to continue.
 */
export type SocialErrorCode =
  | SessionErrorCode
  | 'script-failed'
  | 'popup-blocked'
  | 'provider-failed'
  | 'cancelled'
  | 'busy';

export interface SocialError {
  readonly code: SocialErrorCode;
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not send them. */
  readonly retryAfter: number | null;
}

/** The error that an adapter rejects with. */
export class SocialProblem extends Error {
  override readonly name = 'SocialProblem';
  readonly code: 'script-failed' | 'popup-blocked' | 'provider-failed';

  constructor(code: SocialProblem['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/**
 * The data that the server requests when the provider's data is not enough. `factor`: a code of the authenticator app, or a
 * recovery code.
 */
export type SocialNeed = 'address' | 'code' | 'password' | 'factor';

/** The requested data: an address (again for a new code), the mailed code, a password, or a factor's code. */
export type SocialAddition =
  | { readonly address: string }
  | { readonly otp: string }
  | { readonly password: string }
  | { readonly code: string };

/** The state of the social sign-in; in `asking`, it continues with `add`. */
export type SocialSignInState =
  | { readonly status: 'idle' }
  | { readonly status: 'submitting'; readonly type: SocialType }
  | { readonly status: 'failed'; readonly type: SocialType; readonly error: SocialError }
  | {
      readonly status: 'asking';
      readonly type: SocialType;
      readonly needs: SocialNeed;
      /** The address that the code was mailed to; empty before. */
      readonly address: string;
      /** The server's message, or empty. */
      readonly message: string;
      /** Whether the last `add` failed, because the input was wrong or the server did not decide. */
      readonly hasFailed: boolean;
      readonly busy: boolean;
    };

/** The form's input: the solved captcha, and whether to remember the session (true by default). */
export interface SocialSignInInput {
  readonly captcha?: string | null | undefined;
  readonly remember?: boolean | undefined;
}

/** Options of a provider's button, which signs in or only confirms the identity. */
export type SocialButtonOptions = ProviderButtonLook &
  (
    | {
        /** Called when the provider has returned an account. */
        readonly input: () => SocialSignInInput;
        readonly onResult?: (result: Result<User, SocialError>) => void;
      }
    | { readonly onAccount: (account: SocialAccount) => void }
  );

export interface SocialSignInOptions {
  readonly session: Pick<Session, 'signIn'>;
  /** The configured providers. Others have no button. */
  readonly providers: { readonly [Type in SocialType]?: SocialProvider | undefined };
  /** Whether a solved captcha is required; false by default. */
  readonly captchaRequired?: () => boolean;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly log?: Log;
}

/** Sign-in with Google and Facebook. */
export interface SocialSignInFeature {
  readonly $state: ReadableAtom<SocialSignInState>;
  /** Seconds until the server accepts another attempt after a 429 with a wait; counts down, 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /** The kind of a provider; null when it is not configured. */
  provider(type: SocialType): { readonly kind: SocialProvider['kind']; readonly sandbox: boolean } | null;
  /** Preloads a provider. A failure is reported by `signIn`. */
  prepare(type: SocialType): Promise<void>;
  /**
   * Opens the provider's window and signs in. Call it in a user gesture. Nothing opens without a required captcha, or
   * while another sign-in is pending (`busy`).
   */
  signIn(type: SocialType, input: SocialSignInInput): Promise<Result<User, SocialError>>;
  /** Continues an `asking` sign-in. A second call sends nothing while the first is pending (`busy`). */
  add(addition: SocialAddition): Promise<Result<User, SocialError>>;
  /** Opens the provider's window for a new credential without signing in, for account deletion. */
  prove(type: SocialType): Promise<Result<SocialAccount, SocialError>>;
  /** Renders the provider's own button. Returns a function that removes it. */
  mount(
    type: SocialType,
    host: HTMLElement,
    options: SocialButtonOptions,
  ): Promise<Result<() => void, SocialError>>;
  /** Returns to idle and closes an open window. */
  reset(): void;
}

import type { ReadableAtom } from 'nanostores';
import type { SignInType, User } from '../contract/index.ts';
import type { Log, Popups, Random, Scripts, Sha256, Timers } from '../ports/index.ts';
import type { Session, SessionErrorCode } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** The social accounts that a person can sign in with. */
export type SocialType = Exclude<SignInType, 'manual'>;

/** What a provider tells about a person. The server reads `credential` alone; the rest is the specified payload. */
export interface SocialAccount {
  /** Google's `sub`, Facebook's `userID`; empty when the provider gave none. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Address of a picture, or empty. */
  readonly photo: string;
  /** Google's ID token or Facebook's access token. */
  readonly credential: string;
  /** What this browser kept to itself, and whose hash the token carries. */
  readonly nonce?: string | undefined;
}

/** How the provider's own button should look. */
export interface ProviderButtonLook {
  readonly theme: 'light' | 'dark';
  /** In pixels. */
  readonly width: number;
}

/** Port: a provider that opens a window when the site's own button is pressed. */
export interface WindowProvider {
  readonly kind: 'window';
  /** A stand-in, to be labelled as one. */
  readonly sandbox: boolean;
  /** Loads what the window needs, so that it opens within the gesture. Rejects when that cannot be had. */
  prepare(): Promise<void>;
  /** Null when the person went away. Rejects with a {@link SocialProblem}. */
  signIn(signal: AbortSignal): Promise<SocialAccount | null>;
}

/** Port: a provider that insists on drawing the button itself. */
export interface ButtonProvider {
  readonly kind: 'button';
  readonly sandbox: boolean;
  /** Draws the button into `host`; the function that it resolves with takes it away. Rejects when it cannot be had. */
  mount(
    host: HTMLElement,
    look: ProviderButtonLook,
    onAccount: (account: SocialAccount) => void,
  ): Promise<() => void>;
}

export type SocialProvider = WindowProvider | ButtonProvider;

/** A provider by its name, or one of the host's own. `sandbox` is the reference server's consent page. */
export interface SocialConfig {
  /** Google Identity Services, by the site's client id. */
  readonly google?: { readonly clientId: string } | 'sandbox' | SocialProvider;
  /** Facebook Login, by the app's id. */
  readonly facebook?: { readonly appId: string } | 'sandbox' | SocialProvider;
}

/** What the adapters work with. */
export interface SocialPorts {
  readonly scripts: Scripts;
  readonly popups: Popups;
  readonly scheduler: Timers;
  readonly random: Random;
  readonly sha256: Sha256;
  readonly log: Log;
}

/**
 * Why a social sign-in failed, besides the session's own reasons.
 *
 * - `script-failed`: the provider's script did not come; it may be tried again.
 * - `popup-blocked`: the browser opened no window.
 * - `provider-failed`: the provider gave no usable answer, or `social` of the options does not name it (`log` is told which).
 * - `cancelled`: the person went away; nothing to tell them.
 */
export type SocialErrorCode =
  | SessionErrorCode
  | 'script-failed'
  | 'popup-blocked'
  | 'provider-failed'
  | 'cancelled';

export interface SocialError {
  readonly code: SocialErrorCode;
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not say. */
  readonly retryAfter: number | null;
}

/** What an adapter rejects with. */
export class SocialProblem extends Error {
  override readonly name = 'SocialProblem';
  readonly code: 'script-failed' | 'popup-blocked' | 'provider-failed';

  constructor(code: SocialProblem['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** What the server asks for where a provider says too little. */
export type SocialNeed = 'address' | 'code' | 'password';

/** What the person gives then: an address (again for a new code), the code that was mailed there, or a password. */
export type SocialAddition =
  | { readonly address: string }
  | { readonly otp: string }
  | { readonly password: string };

/** Busy with one provider, then idle again, failed, or asking: the sign-in goes on with what is added. */
export type SocialSignInState =
  | { readonly status: 'idle' }
  | { readonly status: 'submitting'; readonly type: SocialType }
  | { readonly status: 'failed'; readonly type: SocialType; readonly error: SocialError }
  | {
      readonly status: 'asking';
      readonly type: SocialType;
      readonly needs: SocialNeed;
      /** Where the code went; empty before. */
      readonly address: string;
      /** The server's own words, or empty. */
      readonly message: string;
      /** Whether they are about what the person has just given. */
      readonly wrong: boolean;
      readonly busy: boolean;
    };

/** What the form adds: the solved challenge, and whether the session outlives the tab (by default it does). */
export interface SocialSignInInput {
  readonly captcha?: string | null | undefined;
  readonly remember?: boolean | undefined;
}

/** A provider's own button: it signs in, or only proves who the person is. */
export type SocialButtonOptions = ProviderButtonLook &
  (
    | {
        /** Asked when the person comes back with an account. */
        readonly input: () => SocialSignInInput;
        readonly onResult?: (result: Result<User, SocialError>) => void;
      }
    | { readonly onAccount: (account: SocialAccount) => void }
  );

export interface SocialSignInOptions {
  readonly session: Pick<Session, 'signIn'>;
  /** The providers that this site has; the buttons of the others stay away. */
  readonly providers: { readonly [Type in SocialType]?: SocialProvider | undefined };
  /** Whether a solved captcha is required; false by default. */
  readonly captchaRequired?: () => boolean;
  readonly log?: Log;
}

/** Sign-in with Google and Facebook. */
export interface SocialSignInFeature {
  readonly $state: ReadableAtom<SocialSignInState>;
  /** How a provider's button comes about; null when the site does not have the provider. */
  provider(type: SocialType): { readonly kind: SocialProvider['kind']; readonly sandbox: boolean } | null;
  /** Loads what a provider's window needs ahead of the press. A failure is told when it is pressed. */
  prepare(type: SocialType): Promise<void>;
  /**
   * Opens the provider's window and signs in with what it gives. Call it in the person's gesture. Nothing opens without
   * a solved challenge, nor while another sign-in is under way (`superseded`).
   */
  signIn(type: SocialType, input: SocialSignInInput): Promise<Result<User, SocialError>>;
  /** Goes on with what was asked for, while `asking`; a second call while one is under way sends nothing (`superseded`). */
  add(addition: SocialAddition): Promise<Result<User, SocialError>>;
  /** Opens the provider's window for a fresh credential and signs nobody in (delete account). */
  prove(type: SocialType): Promise<Result<SocialAccount, SocialError>>;
  /** Draws the provider's own button, where it insists on it; the function that comes back takes it away. */
  mount(
    type: SocialType,
    host: HTMLElement,
    options: SocialButtonOptions,
  ): Promise<Result<() => void, SocialError>>;
  /** Back to idle; a window that is open is closed. */
  reset(): void;
}

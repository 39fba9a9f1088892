import type { ReadableAtom } from 'nanostores';
import type { ApiClient, RequestToken } from '../api-client/index.ts';
import type { SignInType, Subscription, User } from '../contract/index.ts';
import type { Clock, KeyValueStorage, Log, OnError, Page, Tabs, Timers } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Who is here.
 *
 * - `unknown`: storage has not been read yet (before `start()`, and on a server).
 * - `signed-out`: no access token.
 * - `signed-in`: there is an access token; the token itself never appears in the state.
 */
export type SessionState = SessionUnknown | SessionSignedOut | SessionSignedIn;

export interface SessionUnknown {
  readonly status: 'unknown';
}

export interface SessionSignedOut {
  readonly status: 'signed-out';
  /** `expired`: the server no longer took the token. `other-tab`: signed out there. `none`: nobody was signed in. */
  readonly reason: 'none' | 'signed-out' | 'expired' | 'other-tab';
}

export interface SessionSignedIn {
  readonly status: 'signed-in';
  /** Grows with every sign-in: what was asked in an earlier epoch is answered too late. */
  readonly epoch: number;
  /** From the cache until the profile has loaded: it may paint, never decide. */
  readonly user: User | null;
  readonly subscriptions: readonly Subscription[];
  readonly profile: ProfileStatus;
  /** Whether the loaded profile's plan has not ended, by the server's time; false until it has loaded. */
  readonly isSubscribed: boolean;
}

/**
 * How the profile stands: `loading`; `overdue` (still loading after 8 s); `failed` (no profile, and the last try
 * failed); `loaded` (a later failed refresh keeps it).
 */
export type ProfileStatus = 'loading' | 'overdue' | 'failed' | 'loaded';

/** What a page needs: a visitor (sign-in pages), a member, or a subscriber. */
export type GuardNeed = 'visitor' | 'member' | 'subscriber';

/** `unknown` is neither: the page waits. */
export type GuardAnswer = 'unknown' | 'allowed' | 'denied';

/** What a guarded route shows: while unknown `loading`, after 8 s or a failure `retry`. */
export type GuardView = 'loading' | 'retry' | 'allowed' | 'denied';

/** Sign-in with e-mail and password. */
export interface ManualSignIn {
  readonly type: 'manual';
  readonly email: string;
  readonly password: string;
  /** Off: the session ends with the tab. */
  readonly remember: boolean;
  /** The solved challenge, as `CaptchaChallenge.solution` gives it; null for none. */
  readonly captcha?: string | null | undefined;
}

/** Sign-in with a social account; `credential` is what the server verifies. */
export interface SocialSignIn {
  readonly type: Exclude<SignInType, 'manual'>;
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly photo: string;
  /** Google's ID token or Facebook's access token. */
  readonly credential: string;
  /** What this browser kept to itself, and whose hash the token carries. */
  readonly nonce?: string | undefined;
  /** What the server asked for besides: an address, with the code that was mailed to it, or an account's password. */
  readonly address?: string | undefined;
  readonly otp?: string | undefined;
  readonly password?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | null | undefined;
}

export type SignInRequest = ManualSignIn | SocialSignIn;

/**
 * Why an action failed.
 *
 * - `email-missing`, `email-invalid`, `password-missing`, `captcha-missing`, `social-incomplete`: nothing was sent.
 * - `refused`: the server said no; `message` is its own word, or empty.
 * - `address-needed`, `code-needed`, `password-needed`: a social sign-in goes on with it; `message` says why.
 * - `captcha-refused`: the server did not accept the challenge. `throttled`: too many tries; wait `retryAfter` seconds.
 * - `unavailable`: no usable answer came. `superseded`: the session changed meanwhile. `signed-out`: there is none.
 */
export type SessionErrorCode =
  | 'email-missing'
  | 'email-invalid'
  | 'password-missing'
  | 'captcha-missing'
  | 'social-incomplete'
  | 'refused'
  | 'address-needed'
  | 'code-needed'
  | 'password-needed'
  | 'captcha-refused'
  | 'throttled'
  | 'unavailable'
  | 'superseded'
  | 'signed-out';

export interface SessionError {
  readonly code: SessionErrorCode;
  /** The server's own message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not say. */
  readonly retryAfter: number | null;
}

/** Where caches are kept: the storage of the session, by the specification's key names, without the prefix. */
export type SessionCache = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

export interface SessionOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Survives the browser ('remember' on). */
  readonly localStorage: KeyValueStorage;
  /** Ends with the tab ('remember' off). */
  readonly sessionStorage: KeyValueStorage;
  readonly tabs: Tabs;
  /** Before every key; `openbell:` by default, empty for a site that owns its origin. */
  readonly keyPrefix?: string;
  /** What sign-in and log-out clear: our own closed list of keys (default), or the whole origin but for the theme. */
  readonly clear?: 'own' | 'origin';
  /**
   * Names, without prefix, of what features keep for a person until it is done (unsent messages): they survive a 401
   * and the next sign-in, and end with log-out. Each carries its user's id. `OUTBOX_KEYS` by default.
   */
  readonly outboxKeys?: readonly string[];
  /** Whether sign-in needs a solved challenge; false by default. */
  readonly captchaRequired?: () => boolean;
  /** Milliseconds after which a profile that has not come is overdue: 8000. */
  readonly overdueAfter?: number;
  readonly page?: Page;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly log?: Log;
  readonly onError?: OnError;
}

/** Who is signed in, until when, and with which rights. */
export interface Session {
  readonly $state: ReadableAtom<SessionState>;
  /** The member, cached or loaded; null when nobody is signed in or nothing is known yet. */
  readonly $user: ReadableAtom<User | null>;
  readonly $subscriptions: ReadableAtom<readonly Subscription[]>;
  /** True for a subscriber whose profile has loaded; turns false at the moment the plan ends. */
  readonly $isSubscribed: ReadableAtom<boolean>;
  /** Where features keep their caches; empties itself with the session. */
  readonly cache: SessionCache;

  /** Reads the stored session, loads the profile, and follows other tabs and the plan's end. Reference-counted. */
  start(): () => void;
  destroy(): void;

  /** The server's time in milliseconds since the epoch. */
  now(): number;
  /** Whether a page with this need may be shown now. */
  guard(need: GuardNeed): GuardAnswer;

  /** For the transport: what a request goes with; null when nobody is signed in. */
  getToken(): RequestToken | null;
  /** For the transport: a 401 answered a request that carried this token. An older token's changes nothing. */
  onUnauthorized(token: RequestToken): void;
  /** For the transport: the answer's `Date`, and the device's time at that moment. */
  onServerTime(times: { readonly server: number; readonly device: number }): void;

  /**
   * Signs in and tells the other tabs. What cannot be right is refused before it is sent. Each call is one sign-in: a
   * form's second press is dropped by `SignIn.submit`.
   */
  signIn(request: SignInRequest): Promise<Result<User, SessionError>>;
  /** Ends the session everywhere it is known; resolves when the server has answered, whatever it answered. */
  signOut(): Promise<void>;
  /** Ends the session on this device without a word to the server: the account is gone, or only its traces are to go. */
  forget(): void;
  /** Loads the profile; calls at the same time share one request. */
  refreshProfile(): Promise<Result<User, SessionError>>;
  /** Replaces the member, as the server has just answered it (edit profile). */
  replaceUser(user: User): void;
}

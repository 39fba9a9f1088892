import type { ReadableAtom } from 'nanostores';
import type { ApiClient, RequestToken } from '../api-client/index.ts';
import type { PasskeyLoginBody, SignInType, Subscription, User } from '../contract/index.ts';
import type { Clock, KeyValueStorage, Log, OnError, Page, Tabs, Timers } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * The state of the session.
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
  /** `expired`: the server rejected the token. `other-tab`: signed out in another tab. `none`: no stored session. */
  readonly reason: 'none' | 'signed-out' | 'expired' | 'other-tab';
}

export interface SessionSignedIn {
  readonly status: 'signed-in';
  /** Incremented by each sign-in and sign-out; results of an earlier epoch are discarded. */
  readonly epoch: number;
  /** Cached until the profile has loaded; a cached user is for display only. */
  readonly user: User | null;
  readonly subscriptions: readonly Subscription[];
  readonly profile: ProfileStatus;
  /** Whether the loaded profile's plan has not ended, by the server's time; false until it has loaded. */
  readonly isSubscribed: boolean;
}

/**
 * The state of the profile: `loading`; `overdue`: still loading after 8 s; `failed`: not loaded, and the last attempt
 * failed; `loaded`: a failed refresh keeps it.
 */
export type ProfileStatus = 'loading' | 'overdue' | 'failed' | 'loaded';

/** The access that a page requires: a visitor (sign-in pages), a member, or a subscriber. */
export type GuardNeed = 'visitor' | 'member' | 'subscriber';

/** `unknown` until the profile has loaded: the page waits. */
export type GuardResult = 'unknown' | 'allowed' | 'denied';

/** The view of a guarded route: `loading` while the result is unknown, `retry` after 8 s or a failure. */
export type GuardView = 'loading' | 'retry' | 'allowed' | 'denied';

/** Sign-in with e-mail and password. */
export interface ManualSignIn {
  readonly type: 'manual';
  readonly email: string;
  readonly password: string;
  /** If false, the session ends with the tab. */
  readonly remember: boolean;
  /** The result of `CaptchaChallenge.solution`; null for none. */
  readonly captcha?: string | null | undefined;
  /** Of the authenticator app, or a recovery code, after `second-factor-needed`; no captcha is required with it. */
  readonly code?: string | undefined;
}

/** Sign-in with a social account; `credential` is what the server verifies. */
export interface SocialSignIn {
  readonly type: Exclude<SignInType, 'manual' | 'passkey'>;
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly photo: string;
  /** Google's ID token or Facebook's access token. */
  readonly credential: string;
  /** The secret whose hash is the token's nonce. */
  readonly nonce?: string | undefined;
  /** Data that the server requested: an address, the code that was mailed to it, or an account's password. */
  readonly address?: string | undefined;
  readonly otp?: string | undefined;
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | null | undefined;
}

/** Sign-in with a passkey. `remember` is true by default. */
export type PasskeySignInRequest = PasskeyLoginBody;

export type SignInRequest = ManualSignIn | SocialSignIn | PasskeySignInRequest;

/**
 * Why an action failed.
 *
 * - `email-missing`, `email-invalid`, `password-missing`, `captcha-missing`, `social-incomplete`: nothing was sent.
 * - `refused`: the server rejected it; see `message`.
 * - `address-needed`, `code-needed`, `password-needed`: a social sign-in needs it to continue; see `message`.
 * - `second-factor-needed`: repeat the sign-in with `code`; after a wrong code, `message` says so.
 * - `captcha-refused`: the captcha was rejected. `throttled`: too many attempts; wait `retryAfter` seconds.
 * - `unavailable`: no valid response. `superseded`: the session changed meanwhile. `signed-out`: there is no session.
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
  | 'second-factor-needed'
  | 'captcha-refused'
  | 'throttled'
  | 'unavailable'
  | 'superseded'
  | 'signed-out';

export interface SessionError {
  readonly code: SessionErrorCode;
  /** The server's message, or empty. */
  readonly message: string;
  /** Seconds; null when the server did not send them. */
  readonly retryAfter: number | null;
}

/** The session's storage for caches, by the specification's key names, without the prefix. */
export type SessionCache = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

export interface SessionOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Persists after the browser is closed ('remember' on). Where it refuses to write, `sessionStorage` is used. */
  readonly localStorage: KeyValueStorage;
  /** Cleared with the tab ('remember' off). */
  readonly sessionStorage: KeyValueStorage;
  readonly tabs: Tabs;
  /** Prefix of all keys; `openbell:` by default, empty for a site that owns its origin. */
  readonly keyPrefix?: string;
  /** What sign-in and sign-out clear: the library's keys (default), or all keys of the origin except the theme. */
  readonly clear?: 'own' | 'origin';
  /**
   * Keys, without prefix, of unsent messages and drafts. They survive a 401 and the next sign-in and are removed by a
   * sign-out. Each value contains its user's id. `OUTBOX_KEYS` by default.
   */
  readonly outboxKeys?: readonly string[];
  /** Whether sign-in requires a solved captcha; false by default. */
  readonly captchaRequired?: () => boolean;
  /** Milliseconds after which a loading profile is overdue; 8000 by default. */
  readonly overdueAfter?: number;
  readonly page?: Page;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly log?: Log;
  readonly onError?: OnError;
}

/** The signed-in user, their access, and sign-in and sign-out. */
export interface Session {
  readonly $state: ReadableAtom<SessionState>;
  /** The user, cached or loaded; null when signed out or not known yet. */
  readonly $user: ReadableAtom<User | null>;
  readonly $subscriptions: ReadableAtom<readonly Subscription[]>;
  /** True for a subscriber whose profile has loaded, until the plan ends. */
  readonly $isSubscribed: ReadableAtom<boolean>;
  /** True when the browser could store nothing at sign-in: the session ends when the document is left or reloaded. */
  readonly $isInMemory: ReadableAtom<boolean>;
  /** Storage for the caches of features; cleared with the session. */
  readonly cache: SessionCache;

  /** Reads the stored session, loads the profile, and follows other tabs and the end of the plan. Reference-counted. */
  start(): () => void;
  destroy(): void;

  /** The server's time in milliseconds since the epoch. */
  now(): number;
  /** Whether a page that requires this access may be shown now. */
  guard(need: GuardNeed): GuardResult;

  /** For the transport: the token of requests; null when signed out. */
  getToken(): RequestToken | null;
  /** For the transport: a request with this token was answered with 401. Earlier tokens are ignored. */
  onUnauthorized(token: RequestToken): void;
  /** For the transport: the response's `Date`, and the device's time at that instant. */
  onServerTime(times: { readonly server: number; readonly device: number }): void;

  /**
   * Signs in and notifies the other tabs. Invalid input is rejected without a request. Concurrent calls are separate
   * sign-ins; use `SignIn.submit` for a form.
   */
  signIn(request: SignInRequest): Promise<Result<User, SessionError>>;
  /** Signs out here, in other tabs and on the server. Resolves after the server's response, also a failed one. */
  signOut(): Promise<void>;
  /** Removes the session from this device without a request, for example after the account was deleted. */
  forget(): void;
  /** Loads the profile. Concurrent calls share a request. */
  refreshProfile(): Promise<Result<User, SessionError>>;
  /** Replaces the user with the one from a response (edit profile). */
  replaceUser(user: User): void;
}

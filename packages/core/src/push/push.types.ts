import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Clock, KeyValueStorage, Log, Notifications, Page, Timers } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * How push messages stand on this device.
 *
 * - `unknown`: before `start()`. `unsupported`: the browser has none, or the host has configured none.
 * - `off`: not registered; the person may be asked. `blocked`: the person has said no, and the browser remembers it.
 * - `asking`: the browser's question is open. `registering`: a token is fetched and sent.
 * - `on`: the server has this device's token. `failed`: it does not; the next start tries again.
 */
export type PushState =
  | {
      readonly status: 'unknown' | 'unsupported' | 'off' | 'blocked' | 'asking' | 'registering' | 'on';
    }
  | { readonly status: 'failed'; readonly code: PushErrorCode };

/**
 * Why this device gets no push messages. `unsupported`, `blocked`: see {@link PushState}. `dismissed`: the question was
 * closed without an answer. `worker-timeout`: the service worker was not active in time. `token-failed`: no token could
 * be had. `store-failed`: the server did not take it. `superseded`: the session changed meanwhile.
 */
export type PushErrorCode =
  | 'unsupported'
  | 'blocked'
  | 'dismissed'
  | 'worker-timeout'
  | 'token-failed'
  | 'store-failed'
  | 'superseded';

export interface PushError {
  readonly code: PushErrorCode;
}

/** Where tokens come from: Web Push (`createWebPushTokens`), or another messaging service that the host uses. */
export interface PushTokens {
  isSupported(): boolean;
  /** The token that this device has, null when it has none; asks and registers nothing. */
  current(): Promise<string | null>;
  /** The token, made when there is none. Rejects, with a {@link PushTokenError} where the reason is known. */
  get(): Promise<string>;
  /** Gives the token back: nothing arrives under it any more. */
  remove(): Promise<void>;
}

/** Why there is no token. */
export class PushTokenError extends Error {
  readonly code: 'worker-timeout' | 'token-failed';

  constructor(code: PushTokenError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PushTokenError';
    this.code = code;
  }
}

export interface PushOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state'>;
  /** Null: this site sends no push messages. */
  readonly tokens: PushTokens | null;
  readonly storage: KeyValueStorage;
  /** Before the key `pushToken`; `openbell:` by default. */
  readonly keyPrefix?: string;
  /** Milliseconds after which a token is sent anew: 604,800,000, seven days. */
  readonly renewAfter?: number;
  /**
   * Asks for permission when the sign-in or profile page loads. Off by default: browsers hide
   * questions that nobody asked for, and people answer them with a no that lasts.
   */
  readonly askOnLoad?: boolean;
  readonly notifications?: Notifications;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly page?: Page;
  readonly log?: Log;
}

/** Push messages on this device. */
export interface Push {
  readonly $state: ReadableAtom<PushState>;
  /**
   * Keeps the registration right: sends the token when it is due, and gives it back when nobody is signed in any more.
   * Asks nobody anything. Reference-counted.
   */
  start(): () => void;
  destroy(): void;
  /** Asks for permission and registers this device; call it in the turn of a click, for somebody who is signed in. */
  enable(): Promise<Result<null, PushError>>;
  /** The sign-in or profile page has loaded: asks, if `askOnLoad` says so and the person has not answered yet. */
  pageLoaded(): void;
}

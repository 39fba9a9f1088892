import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Clock, KeyValueStorage, Log, Notifications, Page, Timers } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * State of push messages on this device.
 *
 * - `unknown`: before `start()`. `unsupported`: by the browser, or not configured by the host.
 * - `off`: not registered; permission may be requested. `blocked`: permission was denied.
 * - `asking`: the permission prompt is open. `registering`: a token is created and sent.
 * - `on`: the server has this device's token. `failed`: it does not; the next start tries again.
 */
export type PushState =
  | {
      readonly status: 'unknown' | 'unsupported' | 'off' | 'blocked' | 'asking' | 'registering' | 'on';
    }
  | { readonly status: 'failed'; readonly code: PushErrorCode };

/**
 * Why this device is not registered. `unsupported`, `blocked`: see {@link PushState}. `dismissed`: the permission prompt
 * was closed. `worker-timeout`: the service worker was not active in time. `token-failed`: there is no token.
 * `store-failed`: the server did not accept it. `superseded`: the session changed meanwhile.
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

/** Source of push tokens: Web Push (`createWebPushTokens`), or another messaging service. */
export interface PushTokens {
  isSupported(): boolean;
  /** The device's existing token, or null. Creates nothing. */
  current(): Promise<string | null>;
  /** The device's token, created if needed. Rejects, with a {@link PushTokenError} if the reason is known. */
  get(): Promise<string>;
  /** Unregisters the token. */
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
  /** Milliseconds after which a token is sent again: 604,800,000, seven days. */
  readonly renewAfter?: number;
  /** Requests permission when the sign-in or profile page loads. Off by default, because browsers hide such prompts. */
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
  /** Sends the token when it is due and removes it after sign-out, without any prompt. Reference-counted. */
  start(): () => void;
  destroy(): void;
  /** Requests permission and registers this device. Call it synchronously in a click handler. */
  enable(): Promise<Result<null, PushError>>;
  /** Call when the sign-in or profile page has loaded: requests permission if `askOnLoad` is on. */
  pageLoaded(): void;
}

import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  FieldErrors,
  ParamsOf,
  PathParams,
  QueryOf,
  QueryParams,
  WireProblem,
} from '../contract/index.ts';
import type { Clock, OnError, Upload } from '../ports/index.ts';

/**
 * What came back. Any status is an answer; the client never throws for one.
 *
 * - `ok`: a 2xx whose body had the promised shape.
 * - `http`: any other status. `message` and `errors` are the server's own words, or empty.
 * - `network`: no answer came (status 0). `aborted`: the caller took the request back (status 0).
 * - `invalid-body`: a 2xx whose body is not JSON, does not say that it is (`Content-Type`), or is cut off.
 *   `too-large`: it is longer than 5 MiB; the rest is not waited for. `wrong-shape`: it is JSON of another shape.
 */
export type Answer<T> = AnswerOk<T> | AnswerFailure;

export interface AnswerOk<T> {
  readonly kind: 'ok';
  readonly ok: true;
  readonly status: number;
  readonly data: T;
}

export interface AnswerFailure {
  readonly kind: 'http' | 'network' | 'aborted' | 'invalid-body' | 'too-large' | 'wrong-shape';
  readonly ok: false;
  /** 0 when no answer came. */
  readonly status: number;
  /** The server's message, or empty: the caller then shows its own text. */
  readonly message: string;
  /** The server's field errors; empty when there are none. */
  readonly errors: FieldErrors;
  /** Seconds to wait, from `Retry-After` or `retry_after`; null when the server did not say. */
  readonly retryAfter: number | null;
  /** Where the body was not as promised, for the log. */
  readonly problems: readonly WireProblem[];
}

type Given<Key extends string, T> = [T] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: T };

/** What a call needs: its body, its path's parameters and its query, as far as it has them. */
export type RequestInput<E> = Given<'body', BodyOf<E>> &
  Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> & {
    readonly signal?: AbortSignal | undefined;
    /** Further headers, for example `Idempotency-Key`. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Files of a multipart body, by field name. */
    readonly files?: readonly RequestFile[] | undefined;
    /** Hears how much of a multipart body has left, from 0 to 1, where the host can tell. */
    readonly onProgress?: ((fraction: number) => void) | undefined;
    /** Sent instead of the session's token; null for none. A 401 then does not end the session. */
    readonly token?: string | null | undefined;
    /** Lets the request outlive the page (log-out). */
    readonly keepalive?: boolean | undefined;
  };

export interface RequestFile {
  readonly field: string;
  readonly blob: Blob;
  readonly name: string;
}

type AnyEndpoint = Endpoint<unknown, unknown, PathParams | undefined, QueryParams | undefined>;

export interface ApiClient {
  /**
   * Sends one call of the contract. Resolves always; never retries; sets no time-out of its own.
   * A call that needs nothing is sent with `{}`.
   */
  request<E extends AnyEndpoint>(endpoint: E, input: RequestInput<E>): Promise<Answer<AnswerOf<E>>>;
  /** Takes back what is on its way, but for `keepalive` requests. The instance can be used again. */
  destroy(): void;
}

/** The token with which requests are sent, told apart from earlier ones by its epoch. */
export interface RequestToken {
  readonly token: string;
  readonly epoch: number;
  /** Aborts when the epoch ends: what is on its way with this token is taken back, but for `keepalive` requests. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How requests show whose they are: by a token that the page keeps (`bearer`), or by a cookie that no script can read
 * and a marker without power that says which session the page means (`cookie`).
 */
export type SessionMode = 'bearer' | 'cookie';

export interface ApiClientOptions {
  /** The API's prefix, for example `/api` or `https://example.com/api`. */
  readonly baseUrl: string;
  /** `bearer` by default. */
  readonly session?: SessionMode;
  /** The present access token, or the cookie's marker; null when signed out. */
  readonly getToken?: () => RequestToken | null;
  /** A 401 came for a request that carried this token. Requests without one never call it. */
  readonly onUnauthorized?: (token: RequestToken) => void;
  /** The server's time as its `Date` header tells it, with the device's time in the middle of the exchange. */
  readonly onServerTime?: (times: { readonly server: number; readonly device: number }) => void;
  readonly onError?: OnError;
  readonly clock?: Clock;
  /** For tests and for hosts with a fetch of their own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sends forms whose progress is asked for; without it they go by `fetch`, untold. */
  readonly upload?: Upload | undefined;
}

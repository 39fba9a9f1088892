import type {
  BodyOf,
  Endpoint,
  FieldErrors,
  ParamsOf,
  PathParams,
  QueryOf,
  QueryParams,
  ResponseOf,
  WireProblem,
} from '../contract/index.ts';
import type { Clock, OnError, Upload } from '../ports/index.ts';

/**
 * The outcome of a request. The client never throws for a status or a network error.
 *
 * - `ok`: a 2xx whose body had the promised shape.
 * - `http`: any other status. `message` and `errors` are the server's texts, or empty.
 * - `network`: no response (status 0). `aborted`: the caller canceled the request (status 0).
 * - `invalid-body`: a 2xx whose body is not JSON, has no JSON `Content-Type`, or is incomplete.
 *   `too-large`: the body is longer than 5 MiB. `wrong-shape`: the JSON does not match the contract.
 */
export type ApiResponse<T> = ApiSuccess<T> | ApiFailure;

export interface ApiSuccess<T> {
  readonly kind: 'ok';
  readonly ok: true;
  readonly status: number;
  readonly data: T;
}

export interface ApiFailure {
  readonly kind: 'http' | 'network' | 'aborted' | 'invalid-body' | 'too-large' | 'wrong-shape';
  readonly ok: false;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's message; when empty, the caller shows its own text. */
  readonly message: string;
  /** The server's field errors; empty when there are none. */
  readonly errors: FieldErrors;
  /** Seconds to wait, from `Retry-After` or `retry_after`; null without either. */
  readonly retryAfter: number | null;
  /** Differences of the body from the contract, for the log. */
  readonly problems: readonly WireProblem[];
}

type Given<Key extends string, T> = [T] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: T };

/** The input of a request: body, path parameters and query, where the endpoint has them. */
export type RequestInput<E> = Given<'body', BodyOf<E>> &
  Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> & {
    readonly signal?: AbortSignal | undefined;
    /** Additional headers, for example `Idempotency-Key`. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Files of a multipart body, by field name. */
    readonly files?: readonly RequestFile[] | undefined;
    /** Called with the sent fraction of a multipart body, from 0 to 1, when the host reports it. */
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

/** @inline */
type AnyEndpoint = Endpoint<unknown, unknown, PathParams | undefined, QueryParams | undefined>;

export interface ApiClient {
  /**
   * Sends a request of the contract. Never rejects, never retries and has no timeout. Pass `{}` for an endpoint
   * without input.
   */
  request<E extends AnyEndpoint>(endpoint: E, input: RequestInput<E>): Promise<ApiResponse<ResponseOf<E>>>;
  /** Aborts the pending requests except `keepalive` ones. The instance can be used again. */
  destroy(): void;
}

/** The token of requests; its epoch distinguishes it from earlier tokens. */
export interface RequestToken {
  readonly token: string;
  readonly epoch: number;
  /** Aborts the requests with this token when its epoch ends, except `keepalive` ones. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How requests are authenticated: by a token that the page stores (`bearer`), or by an HttpOnly cookie together with a
 * marker that names the session but grants no access (`cookie`).
 */
export type SessionMode = 'bearer' | 'cookie';

export interface ApiClientOptions {
  /** URL prefix of the API, for example `/api` or `https://example.com/api`. */
  readonly baseUrl: string;
  /** `bearer` by default. */
  readonly session?: SessionMode;
  /** Returns the current access token or cookie marker; null when signed out. */
  readonly getToken?: () => RequestToken | null;
  /** Called with the token of a request that was answered 401. Never called for requests without a token. */
  readonly onUnauthorized?: (token: RequestToken) => void;
  /** Called with the server's time (`Date` header) and the device's time in the middle of the exchange. */
  readonly onServerTime?: (times: { readonly server: number; readonly device: number }) => void;
  readonly onError?: OnError;
  readonly clock?: Clock;
  /** Replaces `fetch`, for tests and hosts. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sends forms with progress; without it, they are sent by `fetch` and no progress is reported. */
  readonly upload?: Upload | undefined;
}

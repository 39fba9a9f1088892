import type { ApiClient, ApiFailure, ApiResponse, RequestInput } from '@openbell/core/api-client';
import type { Endpoint } from '@openbell/core/contract';

/** A request that the code under test has sent and the test can respond to. */
export interface PendingRequest {
  /** The endpoint's path pattern in the contract, for example `/web/chat/{id}`. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly input: {
    readonly body?: unknown;
    readonly params?: Readonly<Record<string, unknown>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly files?: RequestInput<Endpoint<unknown>>['files'];
    readonly signal?: AbortSignal | undefined;
    readonly keepalive?: boolean | undefined;
    readonly token?: string | null | undefined;
    readonly onProgress?: ((fraction: number) => void) | undefined;
  };
  /** Responds with data of the endpoint's type; `status` is 200 by default. */
  succeed(data: unknown, status?: number): Promise<void>;
  /** Responds with an error status. */
  refuse(
    status: number,
    parts?: Partial<Pick<ApiFailure, 'message' | 'errors' | 'retryAfter'>>,
  ): Promise<void>;
  /** Fails the request with a network error. */
  lose(): Promise<void>;
  /** Responds with a complete response. */
  respond(response: ApiResponse<unknown>): Promise<void>;
}

/** An API client whose requests the test responds to. */
export interface FakeApi extends Pick<ApiClient, 'request'> {
  /** Every request so far, completed or pending. */
  readonly requests: readonly PendingRequest[];
  /** The pending requests. */
  waiting(): readonly PendingRequest[];
  /** Returns the newest request to a path. Throws when there is none. */
  latest(path: string): PendingRequest;
  /** Responds to the pending and all future requests to a path. */
  script(path: string, respond: (request: PendingRequest) => ApiResponse<unknown>): void;
}

/** Creates a successful response; `status` is 200 by default. */
export function okResponse<T>(data: T, status = 200): ApiResponse<T> {
  return { kind: 'ok', ok: true, status, data };
}

/** Creates a response with an error status. */
export function errorResponse(status: number, parts: Partial<ApiFailure> = {}): ApiFailure {
  return {
    kind: 'http',
    ok: false,
    status,
    message: '',
    errors: {},
    retryAfter: null,
    problems: [],
    ...parts,
  };
}

/** Creates the response of a request that failed with a network error. */
export function networkError(): ApiFailure {
  return { ...errorResponse(0), kind: 'network' };
}

/** Creates an API client whose requests the test responds to. Pass `settle`, which runs after each response. */
export function createFakeApi(settle: () => Promise<void>): FakeApi {
  const requests: PendingRequest[] = [];
  const open = new Set<PendingRequest>();
  const scripts = new Map<string, (request: PendingRequest) => ApiResponse<unknown>>();

  return {
    requests,
    request(endpoint, rawInput) {
      const input: PendingRequest['input'] = rawInput;
      return new Promise((resolve) => {
        const respond = async (value: ApiResponse<unknown>): Promise<void> => {
          if (open.delete(request)) resolve(value as never);
          await settle();
        };
        const request: PendingRequest = {
          path: endpoint.path,
          method: endpoint.method,
          input,
          respond,
          succeed: (data, status = 200) => respond(okResponse(data, status)),
          refuse: (status, parts = {}) => respond(errorResponse(status, parts)),
          lose: () => respond(networkError()),
        };
        requests.push(request);
        open.add(request);
        input.signal?.addEventListener('abort', () => void respond({ ...errorResponse(0), kind: 'aborted' }));
        const scripted = scripts.get(endpoint.path);
        if (scripted !== undefined) void respond(scripted(request));
      });
    },
    waiting: () => [...open],
    latest(path) {
      const found = requests.findLast((request) => request.path === path);
      if (found === undefined) throw new Error(`No request to ${path} has been sent.`);
      return found;
    },
    script(path, respond) {
      scripts.set(path, respond);
      for (const request of [...open]) if (request.path === path) void request.respond(respond(request));
    },
  };
}

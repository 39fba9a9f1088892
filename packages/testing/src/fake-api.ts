import type { Answer, AnswerFailure, ApiClient, RequestInput } from '@openbell/core/api-client';
import type { Endpoint } from '@openbell/core/contract';

/** A request that the code under test has sent and the test can answer. */
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
  /** Answers with data of the endpoint's type; `status` is 200 by default. */
  succeed(data: unknown, status?: number): Promise<void>;
  /** Answers with an error status. */
  refuse(
    status: number,
    parts?: Partial<Pick<AnswerFailure, 'message' | 'errors' | 'retryAfter'>>,
  ): Promise<void>;
  /** Fails the request with a network error. */
  lose(): Promise<void>;
  /** Answers with a complete answer. */
  answer(answer: Answer<unknown>): Promise<void>;
}

/** An API client whose requests the test answers. */
export interface FakeApi extends Pick<ApiClient, 'request'> {
  /** Every request so far, answered or pending. */
  readonly requests: readonly PendingRequest[];
  /** The pending requests. */
  waiting(): readonly PendingRequest[];
  /** Returns the newest request to a path. Throws when there is none. */
  latest(path: string): PendingRequest;
  /** Answers the pending and all future requests to a path. */
  script(path: string, respond: (request: PendingRequest) => Answer<unknown>): void;
}

/** Creates a successful answer; `status` is 200 by default. */
export function answerOk<T>(data: T, status = 200): Answer<T> {
  return { kind: 'ok', ok: true, status, data };
}

/** Creates an answer with an error status. */
export function answerRefused(status: number, parts: Partial<AnswerFailure> = {}): AnswerFailure {
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

/** Creates the answer of a request that failed with a network error. */
export function answerLost(): AnswerFailure {
  return { ...answerRefused(0), kind: 'network' };
}

/** Creates an API client whose requests the test answers. Pass `settle`, which runs after each answer. */
export function createFakeApi(settle: () => Promise<void>): FakeApi {
  const requests: PendingRequest[] = [];
  const open = new Set<PendingRequest>();
  const scripts = new Map<string, (request: PendingRequest) => Answer<unknown>>();

  return {
    requests,
    request(endpoint, rawInput) {
      const input: PendingRequest['input'] = rawInput;
      return new Promise((resolve) => {
        const answer = async (value: Answer<unknown>): Promise<void> => {
          if (open.delete(request)) resolve(value as never);
          await settle();
        };
        const request: PendingRequest = {
          path: endpoint.path,
          method: endpoint.method,
          input,
          answer,
          succeed: (data, status = 200) => answer(answerOk(data, status)),
          refuse: (status, parts = {}) => answer(answerRefused(status, parts)),
          lose: () => answer(answerLost()),
        };
        requests.push(request);
        open.add(request);
        input.signal?.addEventListener('abort', () => void answer({ ...answerRefused(0), kind: 'aborted' }));
        const scripted = scripts.get(endpoint.path);
        if (scripted !== undefined) void answer(scripted(request));
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
      for (const request of [...open]) if (request.path === path) void request.answer(respond(request));
    },
  };
}

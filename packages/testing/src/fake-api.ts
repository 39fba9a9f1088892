import type { Answer, AnswerFailure, ApiClient, RequestInput } from '@openbell/core/api-client';
import type { Endpoint } from '@openbell/core/contract';

/** One request that the code under test has sent and that waits for the test's answer. */
export interface PendingRequest {
  /** The call's path as the contract has it, for example `/web/chat/{id}`. */
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
  /** Answers with data as the contract's types have it. */
  succeed(data: unknown, status?: number): Promise<void>;
  /** Answers with a refusal of the server's. */
  refuse(
    status: number,
    parts?: Partial<Pick<AnswerFailure, 'message' | 'errors' | 'retryAfter'>>,
  ): Promise<void>;
  /** No answer comes. */
  lose(): Promise<void>;
  /** Answers with an outcome in full. */
  answer(answer: Answer<unknown>): Promise<void>;
}

export interface FakeApi extends Pick<ApiClient, 'request'> {
  /** Every request so far, answered or not. */
  readonly requests: readonly PendingRequest[];
  /** Those that wait. */
  waiting(): readonly PendingRequest[];
  /** The newest request to a path; throws when there is none. */
  latest(path: string): PendingRequest;
  /** Answers all requests to a path from now on, and those that wait. */
  script(path: string, respond: (request: PendingRequest) => Answer<unknown>): void;
}

/** A successful answer. */
export function answerOk<T>(data: T, status = 200): Answer<T> {
  return { kind: 'ok', ok: true, status, data };
}

/** A refusal. */
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

/** No answer. */
export function answerLost(): AnswerFailure {
  return { ...answerRefused(0), kind: 'network' };
}

/** A server that the test plays by hand, or by script. */
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

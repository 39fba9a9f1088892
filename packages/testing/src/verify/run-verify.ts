import { buildUrl, createApiClient, parseBody } from '@openbell/core/api-client';
import { type Endpoint, endpoints, type PathParams, type QueryParams } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { createSocketChecks } from './check-sockets.ts';
import { judgeResponse, type RawResponse } from './judge-response.ts';
import { type Facts, type Input, type Step, steps } from './verify.plan.ts';
import type { CallReport, Report, VerifyOptions } from './verify.types.ts';

/** Thrown when a backend does not respond or has no endpoint of the contract. */
export class CannotVerifyError extends Error {
  override readonly name = 'CannotVerifyError';
}

type LooseEndpoint = Endpoint<unknown, unknown, PathParams | undefined, QueryParams | undefined>;

/**
 * Checks a backend against the contract: sends the calls with the published client, opens both sockets, and reports the
 * differences. Changes data only with `write`. Throws {@link CannotVerifyError} when there is nothing to check.
 */
export async function runVerify(options: VerifyOptions): Promise<Report> {
  const { url, write } = options;
  const caller = createCaller(options);
  const firstWriting = steps.findIndex((step) => step.write);
  for (const step of steps.slice(0, firstWriting)) await caller.run(step);
  const tried = caller.calls.filter(({ httpStatus }) => httpStatus !== null);
  if (tried.every(({ status }) => status === 'absent')) {
    throw new CannotVerifyError(
      `${url} has none of the contract’s calls. Check the prefix, for example …/api.`,
    );
  }
  const sockets = createSocketChecks(options);
  await sockets.open(caller.facts());
  for (const step of steps.slice(firstWriting)) {
    const from = sockets.frameCount();
    const isDone = await caller.run(step);
    if (isDone && step.event) {
      const { path } = endpoints[step.call];
      await sockets.expectEvent({ event: step.event, path, from, facts: caller.facts() });
    }
  }
  await sockets.end(caller.facts());
  return { url, wrote: write, calls: caller.calls, sockets: sockets.reports };
}

interface Caller {
  readonly calls: readonly CallReport[];
  facts(): Facts;
  /** Sends the call of a step unless it is skipped. True when it succeeded. */
  run(step: Step): Promise<boolean>;
}

function createCaller(options: VerifyOptions): Caller {
  const { url, token, fetch = globalThis.fetch, responseTimeoutMs = 30_000 } = options;
  let raw: RawResponse | null = null;
  let networkError = '';
  const record: typeof globalThis.fetch = async (input, init) => {
    try {
      // The client rejects redirects; `manual` reports their status.
      const response = await fetch(input, { ...init, redirect: 'manual' });
      const body = parseBody(await response.clone().text(), response.headers.get('Content-Type'));
      raw = { status: response.status, json: body.ok ? body.json : undefined };
      return response;
    } catch (error) {
      networkError = networkErrorMessage(error);
      throw error;
    }
  };
  const clientOf = (sent: string | null) =>
    createApiClient({
      baseUrl: url,
      fetch: record,
      getToken: () => (sent === null ? null : { token: sent, epoch: 1 }),
    });
  const signedIn = clientOf(token);
  const anonymous = clientOf(null);

  let facts: Facts = {};
  const calls: CallReport[] = [];

  async function run(step: Step): Promise<boolean> {
    const endpoint = endpoints[step.call] as LooseEndpoint;
    const input = inputOf(step, facts, options);
    if (typeof input === 'string') {
      calls.push(skipped(step, input));
      return false;
    }
    raw = null;
    networkError = '';
    const client = step.anonymous ? anonymous : signedIn;
    const signal = AbortSignal.timeout(responseTimeoutMs);
    const response = await client.request(endpoint, { ...input, signal } as never);
    // Assigned by `record` during the request, which the compiler cannot know.
    const received = raw as RawResponse | null;
    const { params, query } = input;
    const request = `${endpoint.method} ${buildUrl('', endpoint.path, { params, query })}`;
    if (received === null) {
      const got = signal.aborted ? `nothing within ${responseTimeoutMs / 1_000} s` : networkError;
      if (calls.every(({ httpStatus }) => httpStatus === null))
        throw new CannotVerifyError(`${url} does not respond: ${request}: ${got}`);
      calls.push(noResponseReport(step, request, got));
      return false;
    }
    const data = response.ok ? (response.data as never) : null;
    const extra = data === null ? [] : (step.compare?.(data) ?? []);
    const expected = { ...step, needs: endpoints[step.call].access };
    const judgement = judgeResponse(endpoint, received, { expected, extra });
    const notes = data === null ? [] : (step.notes?.(data, input) ?? []);
    calls.push({
      call: step.call,
      request,
      ...judgement,
      status: isWronglyRefused(judgement.status, received.status, facts) ? 'differs' : judgement.status,
      httpStatus: received.status,
      notes: [...(step.about === undefined ? [] : [step.about]), ...judgement.notes, ...notes],
      optional: step.optional ?? false,
    });
    if (data !== null) facts = step.learn?.(data, facts) ?? facts;
    return data !== null;
  }

  return { calls, facts: () => facts, run };
}

/** A subscriber may send every call of the plan, so a 403 is wrong. */
function isWronglyRefused(status: CallReport['status'], httpStatus: number, { user }: Facts): boolean {
  return status === 'refused' && httpStatus === 403 && user !== undefined && isSubscribed(user, Date.now());
}

function inputOf(step: Step, facts: Facts, { token, write }: VerifyOptions): Input | string {
  if (endpoints[step.call].access !== 'visitor' && token === null && !step.anonymous) return 'needs a token';
  const input = step.input(facts, () => crypto.randomUUID());
  if (typeof input !== 'string' && step.write && !write) return 'changes data: use --write';
  return input;
}

/** The report of a call without a response: a crash, a proxy, a dropped connection. */
function noResponseReport(step: Step, request: string, got: string): CallReport {
  return {
    ...skipped(step, ''),
    request,
    status: 'differs',
    differences: [{ path: 'response', expected: 'a response', got }],
    notes: step.about === undefined ? [] : [step.about],
  };
}

/** The message of a failed request. Node has the system's message in `cause`. */
function networkErrorMessage(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { readonly message?: string };
    readonly message: string;
  };
  return cause?.message || message;
}

function skipped(step: Step, why: string): CallReport {
  const { method, path } = endpoints[step.call];
  return {
    call: step.call,
    request: `${method} ${path}`,
    status: 'not-tried',
    httpStatus: null,
    form: null,
    differences: [],
    notes: [...(step.about === undefined ? [] : [step.about]), why],
    optional: step.optional ?? false,
  };
}

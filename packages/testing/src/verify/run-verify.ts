import { buildUrl, createApiClient, parseBody } from '@openbell/core/api-client';
import { type Endpoint, endpoints, type PathParams, type QueryParams } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { createSocketChecks } from './check-sockets.ts';
import { judgeAnswer, type RawAnswer } from './judge-answer.ts';
import { type Facts, type Input, type Step, steps } from './verify.plan.ts';
import type { CallReport, Report, VerifyOptions } from './verify.types.ts';

/** Nothing can be said about the backend: it does not answer, or nothing of the contract is there. */
export class CannotVerifyError extends Error {
  override readonly name = 'CannotVerifyError';
}

type LooseEndpoint = Endpoint<unknown, unknown, PathParams | undefined, QueryParams | undefined>;

/**
 * Sends the contract's calls to a backend, with the published client, opens its two sockets, and reports what the answers
 * and frames show. Nothing is changed there unless `write` says so. Throws {@link CannotVerifyError} when there is nothing
 * to report on.
 */
export async function runVerify(options: VerifyOptions): Promise<Report> {
  const { url, write } = options;
  const caller = createCaller(options);
  const firstWriting = steps.findIndex((step) => step.write);
  for (const step of steps.slice(0, firstWriting)) await caller.run(step);
  const tried = caller.calls.filter(({ httpStatus }) => httpStatus !== null);
  if (tried.every(({ status }) => status === 'absent')) {
    throw new CannotVerifyError(
      `${url} has none of the contract’s calls. Is the prefix right, for example …/api?`,
    );
  }
  const sockets = createSocketChecks(options);
  await sockets.open(caller.facts());
  for (const step of steps.slice(firstWriting)) {
    const from = sockets.mark();
    const isDone = await caller.run(step);
    if (isDone && step.heard) await sockets.hear(step.heard, endpoints[step.call].path, from, caller.facts());
  }
  await sockets.end(caller.facts());
  return { url, wrote: write, calls: caller.calls, sockets: sockets.reports };
}

interface Caller {
  readonly calls: readonly CallReport[];
  facts(): Facts;
  /** Makes the call of a step, if it may be made; true when it was answered with success. */
  run(step: Step): Promise<boolean>;
}

function createCaller(options: VerifyOptions): Caller {
  const { url, token, fetch = globalThis.fetch, answerWithinMs = 30_000 } = options;
  let raw: RawAnswer | null = null;
  let lost = '';
  const record: typeof globalThis.fetch = async (input, init) => {
    try {
      // The client refuses to be sent elsewhere; here that is told as the status that it is.
      const answer = await fetch(input, { ...init, redirect: 'manual' });
      const body = parseBody(await answer.clone().text(), answer.headers.get('Content-Type'));
      raw = { status: answer.status, json: body.ok ? body.json : undefined };
      return answer;
    } catch (error) {
      lost = reasonOf(error);
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
      calls.push(notTried(step, input));
      return false;
    }
    raw = null;
    lost = '';
    const client = step.anonymous ? anonymous : signedIn;
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await client.request(endpoint, { ...input, signal } as never);
    // Assigned while the request ran, which the compiler cannot see.
    const came = raw as RawAnswer | null;
    const { params, query } = input;
    const request = `${endpoint.method} ${buildUrl('', endpoint.path, { params, query })}`;
    if (came === null) {
      const got = signal.aborted ? `nothing within ${answerWithinMs / 1_000} s` : lost;
      if (calls.every(({ httpStatus }) => httpStatus === null))
        throw new CannotVerifyError(`${url} does not answer: ${request}: ${got}`);
      calls.push(unanswered(step, request, got));
      return false;
    }
    const data = answer.ok ? (answer.data as never) : null;
    const unread = data === null ? [] : (step.compare?.(data) ?? []);
    const judgement = judgeAnswer(endpoint, came, { ...step, needs: endpoints[step.call].access }, unread);
    const more = data === null ? [] : (step.notes?.(data, input) ?? []);
    calls.push({
      call: step.call,
      request,
      ...judgement,
      status: refusedWithoutCause(judgement.status, came.status, facts) ? 'differs' : judgement.status,
      httpStatus: came.status,
      notes: [...(step.about === undefined ? [] : [step.about]), ...judgement.notes, ...more],
      optional: step.optional ?? false,
    });
    if (data !== null) facts = step.learn?.(data, facts) ?? facts;
    return data !== null;
  }

  return { calls, facts: () => facts, run };
}

/** A subscriber may make every call that is tried. */
function refusedWithoutCause(status: CallReport['status'], httpStatus: number, { user }: Facts): boolean {
  return status === 'refused' && httpStatus === 403 && user !== undefined && isSubscribed(user, Date.now());
}

function inputOf(step: Step, facts: Facts, { token, write }: VerifyOptions): Input | string {
  if (endpoints[step.call].access !== 'visitor' && token === null && !step.anonymous) return 'needs a token';
  const input = step.input(facts, () => crypto.randomUUID());
  if (typeof input !== 'string' && step.write && !write) return 'changes something: give --write';
  return input;
}

/** A call that was sent, and lost: by a crash, a proxy, a connection that was cut. */
function unanswered(step: Step, request: string, got: string): CallReport {
  return {
    ...notTried(step, ''),
    request,
    status: 'differs',
    differences: [{ path: 'answer', expected: 'an answer', got }],
    notes: step.about === undefined ? [] : [step.about],
  };
}

/** Why a request came to nothing: the system's own words, which Node keeps in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { readonly message?: string };
    readonly message: string;
  };
  return cause?.message || message;
}

function notTried(step: Step, why: string): CallReport {
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

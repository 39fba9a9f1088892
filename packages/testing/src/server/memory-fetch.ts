// The server's `fetch`: applies the active faults, routes the request and records the call.
import type { EndpointName } from '@openbell/core/contract';
import type { Scheduler } from '@openbell/core/ports';
import { settlePayments } from './billing.ts';
import { type Handlers, HttpError, notFound } from './calls.ts';
import { serveExtraRoute } from './extra-routes.ts';
import type { FaultState } from './faults.ts';
import type { ServedCall } from './memory-server.types.ts';
import { createRouter, errorResponse, jsonResponse, type MatchedCall, serve } from './requests.ts';
import type { World } from './world.ts';

interface MemoryFetchOptions {
  readonly world: World;
  readonly handlers: Handlers<EndpointName>;
  readonly scheduler: Scheduler;
  readonly faults: FaultState;
  /** Called after each processed request, before its response is returned. */
  readonly onProcessed: () => void;
}

export interface MemoryFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The answered requests of the contract, in order. */
  readonly calls: readonly ServedCall[];
}

const networkError = (): TypeError => new TypeError('Failed to fetch');

const tooManyRequests = (seconds: number): HttpError =>
  new HttpError(429, `Please wait ${seconds} seconds and try again.`, { retryAfter: seconds });

export function createMemoryFetch(options: MemoryFetchOptions): MemoryFetch {
  const { world, handlers, scheduler, faults, onProcessed } = options;
  const matchCall = createRouter();
  const calls: ServedCall[] = [];

  function match(request: Request, path: string): MatchedCall | HttpError {
    if (!path.startsWith('/api/')) return notFound();
    try {
      return matchCall(request.method, path.slice('/api'.length));
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  /** Rethrows anything that is not an {@link HttpError}: it is a bug in a handler. */
  async function respond(
    request: Request,
    path: string,
    matched: MatchedCall | HttpError,
  ): Promise<Response> {
    settlePayments(world);
    try {
      if (matched instanceof HttpError) {
        const response = matched.status === 404 ? await serveExtraRoute(world, path, request) : null;
        if (response === null) throw matched;
        return response;
      }
      return jsonResponse(world, await serve({ world, handlers }, matched, request));
    } catch (error) {
      if (error instanceof HttpError) return errorResponse(world, error);
      throw error;
    } finally {
      onProcessed();
    }
  }

  const wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = scheduler.after(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const matched = match(request, path);
    const name = matched instanceof HttpError ? null : matched.name;
    if (faults.isOffline() || faults.shouldDrop('dropBefore', name)) throw networkError();
    const retryAfter = faults.throttled(name);
    const response =
      retryAfter === null
        ? await respond(request, path, matched)
        : errorResponse(world, tooManyRequests(retryAfter));
    if (name !== null) calls.push({ name, method: request.method, path, status: response.status });
    const ms = faults.delay(name);
    if (ms > 0) await wait(ms, request.signal);
    if (faults.isOffline() || faults.shouldDrop('dropAfter', name)) throw networkError();
    request.signal.throwIfAborted();
    return response;
  };

  return { fetch, calls };
}

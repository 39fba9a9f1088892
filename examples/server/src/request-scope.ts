// The request that the running code belongs to, for log lines and traces.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  readonly requestId: string;
  /** The span of the request as a `traceparent`. Undefined when traces are off. */
  readonly trace?: string | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work of a request. */
export function inRequest<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Returns the running request; undefined in background work. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

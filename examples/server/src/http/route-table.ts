import type { Hono } from 'hono';
import type { Logger } from '../log.ts';
import { HttpError } from './http-error.ts';
import type { Env, RequestContext } from './request-context.ts';
import { errorResponse } from './response/error-response.ts';

/** Registers routes and responds to other methods of their paths. */
export interface RouteTable {
  add(method: string, path: string, handle: (c: RequestContext) => Promise<Response>): void;
  /** Responds with 405 to all other methods of the added paths. Call it after the last `add`. */
  rejectOtherMethods(): void;
}

/** @param apiPrefix Below it, GET may change state, so HEAD is rejected. */
export function createRouteTable(app: Hono<Env>, log: Logger, apiPrefix: string): RouteTable {
  const methods = new Map<string, string[]>();

  function rejectMethod(c: RequestContext, path: string): Response {
    const allowed = methods.get(path) ?? [];
    const error = new HttpError(405, `This URL accepts ${allowed.join(' or ')}.`);
    const response = errorResponse(error, c.get('requestId'), log);
    response.headers.set('allow', allowed.join(', '));
    return response;
  }

  return {
    add(method, path, handle) {
      methods.set(path, [...(methods.get(path) ?? []), method]);
      // Hono runs the handler of GET for HEAD.
      const allowsHead = !path.startsWith(apiPrefix);
      app.on(method, path, async (c) => {
        c.set('route', path);
        if (!allowsHead && c.req.method !== method) return rejectMethod(c, path);
        const response = await handle(c);
        // Hono ignores the body of a response to HEAD without closing it.
        if (c.req.method === 'HEAD') await response.body?.cancel();
        return response;
      });
    },
    rejectOtherMethods() {
      for (const path of methods.keys())
        app.all(path, (c) => {
          c.set('route', path);
          return rejectMethod(c, path);
        });
    },
  };
}

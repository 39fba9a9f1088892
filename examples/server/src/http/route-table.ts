import type { Hono } from 'hono';
import type { Logger } from '../log.ts';
import { errorAnswer } from './error-answer.ts';
import { HttpError } from './http-error.ts';
import type { Env, RequestContext } from './request-context.ts';

/** The routes of an application, by path. */
export interface RouteTable {
  add(method: string, path: string, handle: (c: RequestContext) => Promise<Response>): void;
  /** Answers every other method of the added paths with 405. Call it after the last `add`. */
  close(): void;
}

/** @param apiPrefix Below it, GET may change state: HEAD is refused. */
export function createRouteTable(app: Hono<Env>, log: Logger, apiPrefix: string): RouteTable {
  const methods = new Map<string, string[]>();

  function refuseMethod(c: RequestContext, path: string): Response {
    const allowed = methods.get(path) ?? [];
    const refusal = new HttpError(405, `This address takes ${allowed.join(' or ')}.`);
    const answer = errorAnswer(refusal, c.get('requestId'), log);
    answer.headers.set('allow', allowed.join(', '));
    return answer;
  }

  return {
    add(method, path, handle) {
      methods.set(path, [...(methods.get(path) ?? []), method]);
      // Hono answers HEAD with GET's handler.
      const safe = !path.startsWith(apiPrefix);
      app.on(method, path, async (c) => {
        if (!safe && c.req.method !== method) return refuseMethod(c, path);
        const answer = await handle(c);
        // Hono drops the body of an answer to HEAD without closing it.
        if (c.req.method === 'HEAD') await answer.body?.cancel();
        return answer;
      });
    },
    close() {
      for (const path of methods.keys()) app.all(path, (c) => refuseMethod(c, path));
    },
  };
}

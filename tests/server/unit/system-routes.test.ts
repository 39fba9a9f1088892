import { expect, test } from 'vitest';
import type { ServerContext } from '../../../examples/server/src/context.ts';
import { systemRoutes } from '../../../examples/server/src/system.routes.ts';

/** Health checks on a database whose queries end when the test says so. */
function setUp() {
  const queries: { resolve(): void; reject(error: Error): void }[] = [];
  const execute = () =>
    new Promise<unknown>((resolve, reject) => {
      queries.push({ resolve: () => resolve([]), reject });
    });
  const log = { warn: () => undefined, error: () => undefined };
  const routes = systemRoutes(() => false);
  const context = { db: { execute }, log } as unknown as ServerContext;
  const check = (path: 'GET /readyz' | 'GET /healthz') =>
    routes[path]?.(context, {} as never) ?? Promise.reject(new Error(path));
  return { queries, check };
}

test('queries the database once when health checks arrive at the same time', async () => {
  const { queries, check } = setUp();
  const checks = (['GET /readyz', 'GET /healthz', 'GET /readyz'] as const).map(check);
  expect(queries).toHaveLength(1);
  queries[0]?.resolve();
  expect((await Promise.all(checks)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const next = check('GET /healthz');
  expect(queries).toHaveLength(2);
  queries[1]?.reject(new Error('away'));
  expect((await next).status).toBe(503);
});

test('queries the database again when a query has never returned', async () => {
  const { queries, check } = setUp();
  expect((await check('GET /readyz')).status).toBe(503);
  const next = check('GET /readyz');
  expect(queries).toHaveLength(2);
  queries[1]?.resolve();
  expect((await next).status).toBe(200);
});

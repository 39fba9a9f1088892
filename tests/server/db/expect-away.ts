// The response to a call while the database does not answer.
import { expect } from 'vitest';
import type { CallResponse, TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

export const question = { name: 'Ann', email: 'ann@example.com', message: 'When does it open?' };

export function expectAway(response: CallResponse): void {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.body).toEqual({
    message: 'The service is busy. Please try again.',
    request_id: response.headers.get('x-request-id'),
    retry_after: 1,
  });
}

const calls = [
  ['GET', '/api/web/profile', undefined],
  ['GET', '/api/web/program', undefined],
  ['GET', '/api/web/alert/demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60', undefined],
  ['POST', '/api/web/submit-contact-form', question],
  ['POST', '/api/web/send-otp', { email: 'member@openbell.test' }],
  [
    'POST',
    '/api/web/login',
    { type: 'manual', username: 'member@openbell.test', password: 'Opening-bell-9' },
  ],
] as const;

/** Asserts that all calls return 503 and that /healthz reports the failure. */
export async function expectAllAway(server: TestServer, token: string): Promise<void> {
  for (const [method, path, body] of calls) {
    const response = await server.call(method, path, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect([path, response.status]).toEqual([path, 503]);
    expectAway(response);
  }
  const health = await server.call('GET', '/healthz');
  expect([health.status, health.body]).toEqual([503, { status: 'no database' }]);
}

/** Asserts that parallel calls return 200 before `interrupt`, 503 during it and 200 after it. */
export async function expectAwayUnderLoad(
  server: TestServer,
  interrupt: (isAway: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const token = await server.signIn('member');
  const statuses = new Set<number>();
  let isOver = false;
  const profile = () => server.call('GET', '/api/web/profile', { token });
  const client = async (): Promise<void> => {
    while (!isOver) {
      const response = await profile();
      if (response.status !== 200) expectAway(response);
      statuses.add(response.status);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const isReturned = (status: number) => until(() => expect(statuses).toContain(status));
  await isReturned(200);
  await interrupt(() => isReturned(503));
  await until(async () => expect((await server.call('GET', '/healthz')).status).toBe(200));
  isOver = true;
  await clients;
  expect([...statuses].sort()).toEqual([200, 503]);
  expect((await profile()).status).toBe(200);
}

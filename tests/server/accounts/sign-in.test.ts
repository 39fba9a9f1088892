import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimits: true } });
});
afterAll(() => server.close());

const signIn = (username: string, password: string) =>
  server.call('POST', '/api/web/login', { body: { type: 'manual', username, password, remember: true } });

test('product.md 7: a right password answers the token, the person and a message', async () => {
  const answer = await signIn('Mentor@OpenBell.test', 'Opening-bell-9');
  expect(answer.status).toBe(200);
  expect(answer.body.access).toMatch(/^[\w-]{43}$/);
  expect(answer.body.user).toMatchObject({ first_name: 'Maya', email: 'mentor@openbell.test' });
});

import { expect, test } from 'vitest';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedServer, type TestServer } from '../../support/test-server.ts';

const made = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const behindProxy = sharedServer({ config: { trustProxy: true } });
const direct = sharedServer();

async function idOf(server: TestServer, given: string): Promise<string> {
  const response = await server.call('GET', '/healthz', { headers: { 'x-request-id': given } });
  return response.headers.get('x-request-id') ?? '';
}

test('uses the id of a trusted proxy when it is a short safe token', async () => {
  expect(await idOf(behindProxy, 'proxy-1.a:B_2')).toBe('proxy-1.a:B_2');
  for (const unsafe of ['a b', '{"a":1}', 'x'.repeat(65), '../x', 'é'])
    expect(await idOf(behindProxy, unsafe), unsafe).toMatch(made);
});

test('ignores the id of a client when no proxy is trusted', async () => {
  expect(await idOf(direct, 'client-1')).toMatch(made);
});

test('writes the id to the lines that a handler logs, and to error responses', async () => {
  const response = await behindProxy.call('POST', '/api/web/login', {
    body: signInBody('nobody@openbell.test', 'x'),
    headers: { 'x-request-id': 'proxy-7' },
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.get('x-request-id')).toBe('proxy-7');
  const { log } = behindProxy.context;
  const lines = behindProxy.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter(({ requestId }) => requestId === 'proxy-7').map(({ event }) => event);
  expect(events).toEqual(['sign-in-failed', 'request']);
  log.info('background');
  expect(JSON.parse(behindProxy.logLines.at(-1) ?? '')).not.toHaveProperty('requestId');
});

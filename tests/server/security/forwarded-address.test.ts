// Changing X-Forwarded-For does not evade rate limits (ASVS 4.1.3).
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const start = (trustProxy: boolean) =>
  startTestServer({ config: { rateLimits: true, trustProxy }, frozen: true });

/** Requests a code for another account each time: the limit is twenty an hour per network address. */
async function statusesOf(headersOf: (time: number) => Readonly<Record<string, string>>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) {
    const body = { email: `person${time}@example.com` };
    statuses.push(
      (await server.call('POST', '/api/web/send-otp', { body, headers: headersOf(time) })).status,
    );
  }
  return statuses;
}
const refusedAtLast = [...Array<number>(20).fill(200), 429];
const allTaken = Array<number>(21).fill(200);

test('ignores forwarding headers with changing addresses in rate limits', async () => {
  server = await start(false);
  const forged = (time: number) => `198.51.100.${time}`;
  const headers = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
  expect(
    await statusesOf((time) => ({
      ...Object.fromEntries(headers.map((header) => [header, forged(time)])),
      forwarded: `for=${forged(time)}`,
    })),
  ).toEqual(refusedAtLast);
});

test('counts each client of a trusted proxy separately', async () => {
  server = await start(true);
  expect(await statusesOf((time) => ({ 'x-forwarded-for': `198.51.100.${time}` }))).toEqual(allTaken);
});

test('counts the addresses of one IPv6 /64 network together behind a trusted proxy', async () => {
  server = await start(true);
  expect(await statusesOf((time) => ({ 'x-forwarded-for': `2001:db8::${time}` }))).toEqual(refusedAtLast);
});

test('ignores entries before the one that the trusted proxy has added', async () => {
  server = await start(true);
  const forged = (time: number) => `198.51.100.${time}, 203.0.113.9`;
  expect(await statusesOf((time) => ({ 'x-forwarded-for': forged(time) }))).toEqual(refusedAtLast);
});

test('keeps a client that changes its address within its IPv6 network under the same limit', async () => {
  server = await start(true);
  expect(await statusesOf((time) => ({ 'x-forwarded-for': `2001:db8:1:2::${time}` }))).toEqual(refusedAtLast);
});

// Changing X-Forwarded-For does not evade rate limits (ASVS 4.1.3).
import { expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../support/test-server.ts';

const direct = sharedServer({ config: { rateLimits: true }, frozen: true });
const behindProxy = sharedServer({ config: { rateLimits: true, trustProxy: true }, frozen: true });
let people = 0;

/** Requests a code for another account each time: the limit is twenty an hour per network address. */
async function statusesOf(
  server: TestServer,
  headersOf: (time: number) => Readonly<Record<string, string>>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) {
    people += 1;
    const body = { email: `person${people}@example.com` };
    statuses.push(
      (await server.call('POST', '/api/web/send-otp', { body, headers: headersOf(time) })).status,
    );
  }
  return statuses;
}
const refusedAtLast = [...Array<number>(20).fill(200), 429];
const allTaken = Array<number>(21).fill(200);

test('limits codes per network address, whatever the forwarding headers say [otp.codes-from-address]', async () => {
  const headers = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
  const statuses = await statusesOf(direct, (time) => ({
    ...Object.fromEntries(headers.map((header) => [header, `198.51.100.${time}`])),
    forwarded: `for=198.51.100.${time}`,
  }));
  expect(statuses).toEqual(refusedAtLast);
});

test.each<[string, (time: number) => string, readonly number[]]>([
  ['counts each client separately', (time) => `198.51.100.${time}`, allTaken],
  ['counts the addresses of one IPv6 /64 network together', (time) => `2001:db8::${time}`, refusedAtLast],
  ['ignores entries before the added one', (time) => `198.51.100.${time}, 203.0.113.9`, refusedAtLast],
])('%s behind a trusted proxy', async (_what, address, expected) => {
  const statuses = await statusesOf(behindProxy, (time) => ({ 'x-forwarded-for': address(time) }));
  expect(statuses).toEqual(expected);
});

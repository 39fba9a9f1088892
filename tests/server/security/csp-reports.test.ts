import { expect, test } from 'vitest';
import { limits } from '../../../examples/server/src/security/limits.ts';
import { sharedServer } from '../../support/test-server.ts';

const server = sharedServer({ frozen: true, config: { rateLimits: true, trustProxy: true } });

const report = (secret = 'x') => [
  {
    type: 'csp-violation',
    body: {
      documentURL: `${server.url}/alerts?code=${secret}`,
      effectiveDirective: 'script-src-elem',
      blockedURL: `https://evil.example/${secret}`,
      sample: secret,
      disposition: 'enforce',
    },
  },
];
const send = (address: string, body: unknown = report(), type = 'application/reports+json') =>
  server.call('POST', '/api/csp-reports', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type, 'x-forwarded-for': address },
  });

test('logs a report without possible secrets [access.csp-reports]', async () => {
  const response = await send('203.0.113.1', report('s3cret'));
  expect([response.status, response.text]).toEqual([204, '']);
  const lines = server.logLines.filter((line) => line.includes('csp-violation'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', directive: 'script-src-elem', page: '/alerts', blocked: 'https://evil.example' },
  ]);
  expect(server.logLines.join('\n')).not.toContain('s3cret');
});

test('rejects invalid and oversized reports without logging them', async () => {
  const before = server.logLines.filter((line) => line.includes('csp-violation')).length;
  expect((await send('203.0.113.2', '{')).status).toBe(400);
  expect((await send('203.0.113.2', report(), 'application/json')).status).toBe(415);
  expect((await send('203.0.113.2', report('x'.repeat(64 * 1024)))).status).toBe(413);
  expect((await send('203.0.113.2', { forged: true })).status).toBe(204);
  expect(server.logLines.filter((line) => line.includes('csp-violation'))).toHaveLength(before);
});

test('counts each report of a request, and logs no more than the limit [access.csp-reports]', async () => {
  const { limit } = limits['csp-report.address'];
  const logged = () => server.logLines.filter((line) => line.includes('csp-violation')).length;
  const before = logged();
  const batch = Array.from({ length: 20 }, () => report()).flat();
  expect((await send('203.0.113.5', batch)).status).toBe(204);
  expect(logged() - before).toBe(20);
  expect((await send('203.0.113.5', batch)).status).toBe(429);
  expect(logged() - before).toBe(limit);
  expect((await send('203.0.113.5')).status).toBe(429);
});

test('limits reports per address and in total, and does not log rejected ones', async () => {
  const { limit, windowMs } = limits['csp-report.address'];
  for (let sent = 0; sent < limit; sent += 1) expect((await send('203.0.113.3')).status).toBe(204);
  const before = server.logLines.filter((line) => !line.includes('"debug"')).length;
  const refused = await send('203.0.113.3');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(windowMs / 1000)]);
  const grown = server.logLines.filter((line) => !line.includes('"debug"')).slice(before);
  expect(grown.filter((line) => !line.includes('"event":"request"'))).toEqual([]);
  expect((await send('203.0.113.4')).status).toBe(204);
  server.clock.advance(windowMs);
  expect((await send('203.0.113.3')).status).toBe(204);

  const all = limits['csp-report.all'].limit;
  let answered = 204;
  for (let sent = 0; answered === 204 && sent <= all; sent += 1)
    answered = (await send(`198.51.100.${Math.floor(sent / limit) + 1}`)).status;
  expect(answered).toBe(429);
  expect((await send('192.0.2.9')).status).toBe(429);
});

import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer } from '../../support/test-server.ts';

let token: string;
const server = sharedServer({ config: { allowedOrigins: ['https://embedder.example'] } });
beforeAll(async () => {
  token = await server.signIn('member');
});

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call('POST', path, { body, headers });

test('returns every error below /api as JSON with a message [calls.error-message]', async () => {
  const responses = await Promise.all([
    server.call('GET', '/api'),
    server.call('GET', '/api/'),
    server.call('GET', '/api/web/nothing'),
    server.call('POST', '/api/web/login%00', { body: {} }),
    server.call('GET', '/api/web/profile'),
    server.call('DELETE', '/api/web/profile'),
    post('/api/web/login', '{'),
    post('/api/web/login', {}),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401, 405, 400, 422]);
  for (const response of responses) {
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(typeof response.body.message).toBe('string');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('returns 400 for a body that is not JSON in UTF-8', async () => {
  const latin1 = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]);
  for (const body of ['', '{', '{"a":', 'null,', '{"a":1}x', "{'a':1}", 'NaN', latin1]) {
    expect((await post('/api/web/login', body)).status, String(body)).toBe(400);
  }
});

test('returns 422 for JSON of another shape', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  for (const body of [
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    'true',
    deep,
    '\uFEFF{}',
    '{"__proto__":{"type":"manual"}}',
  ]) {
    expect((await post('/api/web/login', body)).status, body.slice(0, 40)).toBe(422);
  }
});

test('returns 415 for another content type', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    expect((await post('/api/web/login', '{}', { 'content-type': type })).status, type).toBe(415);
  }
  expect(
    (await post('/api/web/login', '{}', { 'content-type': 'application/json; charset=utf-8' })).status,
  ).toBe(422);
});

test('returns 422 for JSON with more levels or values than any call accepts [calls.json-shape]', async () => {
  for (const body of ['['.repeat(500_000), `{"list":[${'1,'.repeat(10_001)}1]}`]) {
    const response = await post('/api/web/login', body);
    expect(response.status).toBe(422);
  }
  const messageOf = async (depth: number) =>
    (await post('/api/web/login', '['.repeat(depth) + ']'.repeat(depth))).body;
  expect(await messageOf(33)).toEqual({ message: 'The request has too many levels or values.' });
  expect(await messageOf(32)).not.toEqual({ message: 'The request has too many levels or values.' });
});

test('returns 413 for a JSON body over 1 MiB, with or without a length [calls.json-limit]', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });
  expect((await post('/api/web/login', body)).status).toBe(413);
  const response = await fetch(`${server.url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
  const fits = JSON.stringify({ padding: 'x'.repeat(1024 * 1024 - 14) });
  expect(fits).toHaveLength(1024 * 1024);
  expect((await post('/api/web/login', fits)).status).toBe(422);
});

test('returns 405 with the allowed method for a route outside the contract', async () => {
  const response = await server.call('POST', '/healthz');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

test('gives each request its own id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await server.call('GET', '/healthz')).headers.get('x-request-id')),
  );
  expect(new Set(ids).size).toBe(5);
});

test('compresses large responses for clients that accept it', async () => {
  const get = (encoding: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      request(
        `${server.url}/api/app/news-list`,
        { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
          );
        },
      )
        .on('error', reject)
        .end();
    });
  const plain = await get('identity');
  const packed = await get('br, gzip');
  expect(plain.encoding).toBeUndefined();
  expect(packed.encoding).toBe('gzip');
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  expect((await get('gzip;q=0')).encoding).toBeUndefined();
});

test('returns 403 or 404 for impossible ids', async () => {
  const subscriber = await server.signIn('subscriber');
  for (const id of [
    '0',
    '-1',
    '1e9',
    '1.5',
    'abc',
    '%00',
    '99999999999',
    '9'.repeat(300),
    '[object Object]',
    '%F0%9F%99%82',
  ]) {
    const response = await server.call('GET', `/api/web/chat/${encodeURIComponent(id)}`, {
      token: subscriber,
    });
    expect([403, 404], id).toContain(response.status);
  }
});

test('never returns 5xx for repeated or malformed query parameters', async () => {
  for (const query of [
    '?chat_type=GR&chat_type=PR',
    '?chat_type[]=GR',
    '?chat_type=%00',
    '?chat_type=%FF',
    '?__proto__=1',
  ]) {
    const response = await server.call('GET', `/api/web/chats${query}`, { token });
    expect(response.status, query).toBeLessThan(500);
  }
});

const sameSite = () => `http://localhost:${new URL(server.url).port}`;

test('CORS: lets only the origins of the site read responses [calls.cors]', async () => {
  for (const origin of [sameSite(), server.url]) {
    const response = await server.call('GET', '/healthz', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('Date');
  }
  const evil = [
    'https://evil.test',
    'null',
    `${server.url}.evil.test`,
    'http://localhost:1',
    'http://127.0.0.1',
    'x',
  ];
  for (const origin of evil) {
    const response = await server.call('GET', '/healthz', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin'), origin).toBeNull();
    expect(response.headers.get('vary'), origin).toContain('Origin');
    const preflight = await server.call('OPTIONS', '/api/web/login', { headers: { origin } });
    expect(preflight.status, origin).toBe(403);
  }
});

test('CORS: lets a configured origin call with the headers of the contract [calls.cors]', async () => {
  const response = await server.call('OPTIONS', '/api/web/create-subscription', {
    headers: { origin: 'https://embedder.example', 'access-control-request-method': 'POST' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://embedder.example');
  expect(response.headers.get('access-control-allow-headers')).toBe(
    'Authorization, Content-Type, Idempotency-Key',
  );
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});

test('serves sandbox pages to this machine only, and returns 404 for a rebound host', async () => {
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${server.url}/dev/mail.json`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await status(new URL(server.url).host)).toBe(200);
  expect(await status('localhost:4000')).toBe(200);
  expect(await status('evil.test')).toBe(404);
});

test('has no metrics address when METRICS_PORT is not set', () => {
  expect(server.metricsUrl).toBeNull();
});

test('returns the settings of the web app as /config.json', async () => {
  const response = await server.call('GET', '/config.json');
  expect(response.body).toEqual({
    apiUrl: '/api',
    socketUrl: '/api/ws',
    optionsFeedUrl: '/options',
    captcha: { provider: 'none' },
    cards: 'sandbox',
    socialSandbox: true,
    sandbox: true,
    vapidPublicKey: expect.stringMatching(/^B[\w-]{86}$/),
  });
});

describe('a failed query', () => {
  const own = sharedServer();

  test('returns 500 with only the request id, and logs the cause [errors.internal]', async () => {
    const token = await own.signIn('member');
    await own.context.db.execute('alter table users rename to people');
    const response = await own.call('GET', '/api/web/profile', { token });
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      message: 'Something went wrong. Please try again.',
      request_id: response.headers.get('x-request-id'),
    });
    const logged = own.logLines.find((line) => line.includes('"request-failed"'));
    expect(logged).toContain(response.headers.get('x-request-id') ?? '');
    expect(logged).toContain('42P01');
  });

  test('is logged without its values', async () => {
    const lines = own.logLines.length;
    await own.context.db.execute('alter table contact_messages rename to letters');
    const body = { name: 'Ann', email: 'ann@example.com', message: 'My private\nquestion' };
    const response = await own.call('POST', '/api/web/submit-contact-form', { body });
    expect(response.status).toBe(500);
    const logged = own.logLines.slice(lines).join('\n');
    expect(logged).toContain('insert into \\"contact_messages\\"');
    for (const value of ['ann@example.com', 'private', 'question']) expect(logged).not.toContain(value);
  });
});

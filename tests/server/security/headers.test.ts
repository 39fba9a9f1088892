// Security headers on every response: of each route, its errors, the site's files and rejected sockets (ASVS 3.4,
// 4.1.1, 14.3.2). New routes are included automatically.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { endpoints } from '@openbell/core/contract';
import { describe, expect, test } from 'vitest';
import type { Database, Db } from '../../../examples/server/src/db/database.ts';
import { createRequestGate } from '../../../examples/server/src/http/connections/request-gate.ts';
import { freePort } from '../../support/free-port.ts';
import { otherRoutes } from '../../support/other-routes.ts';
import { headOf, openRaw, statusOf } from '../../support/raw-connection.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  type CallResponse,
  sharedServer,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

const siteFiles: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>Landing</title>',
  'app.html': '<!doctype html><title>Shell</title>',
  '404.html': '<!doctype html><title>Page Not Found</title>',
  'assets/app-1a2b3c4d.js': 'export {};',
  'assets/app-1a2b3c4d.css': 'body{margin:0}',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *',
  'site.webmanifest': '{}',
};

const folder = temporaryFolder(siteFiles);

/** Every route with an example path: `GET /api/web/chat/1`. */
const routes = [
  ...Object.values(endpoints).map(({ method, path }) => `${method} /api${path.replaceAll(/\{\w+\}/g, '1')}`),
  ...Object.keys(otherRoutes).map((route) => route.replaceAll(/:\w+/g, '1')),
  'GET /media/tickers/AAPL',
  'GET /media/news/1.svg',
  'GET /api/web/alert/demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60',
];
const others = [
  ...Object.keys(siteFiles).map((name) => `GET /${name}`),
  ...['GET /', 'HEAD /', 'GET /dashboard', 'GET /chat/1', 'GET /alerts?code=x', 'GET /nothing', 'GET /%00'],
  ...['POST /nothing', 'GET /api', 'GET /api/nothing', 'DELETE /api/web/profile', 'GET /media/nothing'],
  ...['OPTIONS /api/web/login', 'OPTIONS /nothing', 'PUT /', 'GET /dev/nothing'],
];

/** The errors in the headers of a response. */
function faults(path: string, { status, headers, text }: Pick<CallResponse, 'status' | 'headers' | 'text'>) {
  const found: string[] = [];
  const want = (name: string, pattern: RegExp) => {
    const value = headers.get(name);
    if (value === null || !pattern.test(value)) found.push(`${name}: ${value}`);
  };
  const type = headers.get('content-type');
  want('content-security-policy', /(?:^|; )default-src 'none'(?:;|$)/);
  want('content-security-policy', /(?:^|; )(?:frame-ancestors 'none'|sandbox)(?:;|$)/);
  want('content-security-policy', /^(?!.*unsafe-)/);
  if (type?.startsWith('text/html')) {
    want('content-security-policy', /(?:^|; )base-uri 'none'(?:;|$)/);
    want('content-security-policy', /(?:^|; )form-action 'self'(?:;|$)/);
    want('content-security-policy', /(?:^|; )require-trusted-types-for 'script'(?:;|$)|^(?!.*script-src)/);
    want('reporting-endpoints', /^csp="\/api\/csp-reports"$/);
  }
  want('x-content-type-options', /^nosniff$/);
  want('x-frame-options', /^DENY$/);
  want('referrer-policy', /^(?:same-origin|no-referrer)$/);
  want('cross-origin-opener-policy', /^(?:same-origin-allow-popups|unsafe-none)$/);
  want('cross-origin-resource-policy', /^(?:same-origin|cross-origin)$/);
  want('permissions-policy', /^camera=\(\), geolocation=\(\), microphone=\(self\), payment=\(self /);
  want('x-request-id', /^[0-9a-f-]{36}$/);
  want('vary', /\bOrigin\b/);
  if (headers.get('access-control-allow-origin') !== null) found.push('answers a stranger’s CORS');
  for (const name of ['server', 'x-powered-by', 'via']) {
    if (headers.get(name) !== null) found.push(`${name}: ${headers.get(name)}`);
  }
  if (text !== '')
    want(
      'content-type',
      /^(?:text\/|application\/(?:json|.*xml)|image\/svg).*; ?charset=utf-8$|^(?!text|application\/json|image\/svg)/i,
    );
  if (path.startsWith('/api/')) want('cache-control', /\bno-store\b/);
  if (status >= 400 && status !== 404) want('cache-control', /\bno-store\b|\bno-cache\b/);
  return found;
}

async function faultsOf(server: TestServer, token?: string): Promise<string[]> {
  const found: string[] = [];
  for (const route of [...routes, ...others]) {
    const [method = '', path = ''] = route.split(' ');
    const response = await server.call(method, path, {
      ...(token === undefined ? {} : { token }),
      ...(method === 'POST' ? { body: {} } : {}),
      headers: { origin: 'https://evil.test' },
    });
    found.push(...faults(path, response).map((fault) => `${route} ${response.status} ${fault}`));
  }
  return found;
}

describe('the headers of every response', () => {
  const server = sharedServer({ webFolder: folder });

  test('to a visitor', async () => {
    expect(await faultsOf(server)).toEqual([]);
  });

  test('to a subscriber', async () => {
    expect(await faultsOf(server, await server.signIn('subscriber'))).toEqual([]);
  });

  test('allow other origins to embed ticker logos, and nothing else', async () => {
    const policyOf = async (path: string) =>
      (await server.call('GET', path)).headers.get('cross-origin-resource-policy');
    expect(await policyOf('/media/tickers/AAPL')).toBe('cross-origin');
    for (const path of ['/', '/api/web/program', '/config.json', '/assets/app-1a2b3c4d.js', '/favicon.svg'])
      expect(await policyOf(path), path).toBe('same-origin');
  });

  test('never include strict-transport-security over plain http', async () => {
    for (const path of ['/', '/healthz', '/api/nothing'])
      expect((await server.call('GET', path)).headers.get('strict-transport-security'), path).toBeNull();
  });
});

/** The status and headers of a rejected upgrade. */
function refusedUpgrade(url: string, path: string, headers: readonly string[]) {
  const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', ...headers];
  return responseTo(url, [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
  ]);
}

/** The status and headers of the response to a head, after which the server closes the connection. */
async function responseTo(url: string, lines: readonly string[]) {
  const { ended } = await openRaw(url, headOf(...lines));
  const [head = '', body = ''] = (await ended).split('\r\n\r\n');
  const [first = '', ...rest] = head.split('\r\n');
  const pairs = rest.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as [string, string],
  );
  return { status: statusOf(first), headers: new Headers(pairs), text: body };
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** A server whose migrations run until `stop`. */
async function keepStarting(publicUrl: string) {
  const port = await freePort();
  let fail = (_error: Error): void => {};
  const migration = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const database: Database = {
    kind: 'pglite',
    db: {} as Db,
    transaction: () => migration,
    close: async () => undefined,
  };
  const started = startTestServer({ database, config: { port, publicUrl } });
  const failed = expect(started).rejects.toThrow('stop');
  while (!(await canConnect(port)));
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      fail(new Error('stop'));
      await failed;
    },
  };
}

/** A server that refuses requests because it stops. */
async function keepStopping(publicUrl: string) {
  const gate = createRequestGate({ publicUrl });
  gate.refuse();
  const server = createServer(gate.wrap(() => expect.unreachable()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('a site reached by https', () => {
  const publicUrl = 'https://openbell.example';
  const server = sharedServer({ webFolder: folder, config: { publicUrl } });
  const phases = {
    running: server,
    starting: sharedByTests(() => keepStarting(publicUrl)),
    stopping: sharedByTests(() => keepStopping(publicUrl)),
  };
  const year = 'max-age=31536000; includeSubDomains';

  test('sends strict-transport-security for a year, subdomains included, with every response', async () => {
    const silent: string[] = [];
    for (const route of [...routes, ...others]) {
      const [method = '', path = ''] = route.split(' ');
      const { headers } = await server.call(method, path);
      if (headers.get('strict-transport-security') !== year) silent.push(route);
    }
    expect(silent).toEqual([]);
  });

  test.each([
    ['/api/ws', ['Origin: https://evil.test', 'Sec-WebSocket-Protocol: openbell.v1'], 403],
    ['/api/ws', [], 400],
    ['/options', ['Origin: https://evil.test'], 403],
    ['/nothing', [], 404],
  ] as const)(
    'sends the usual error headers when a socket at %s is rejected (%j)',
    async (path, extra, status) => {
      const response = await refusedUpgrade(server.url, path, extra);
      expect(response.status).toBe(status);
      expect(JSON.parse(response.text)).toEqual({ message: expect.stringMatching(/./) });
      expect(response.headers.get('strict-transport-security')).toBe(year);
      const found = faults('/api/ws', response);
      // Clients ignore these two headers on a socket.
      expect(found.filter((fault) => !/^(?:x-request-id|vary):/.test(fault))).toEqual([]);
    },
  );

  const host = 'Host: a';
  const get = ['GET / HTTP/1.1', host];
  test.each([
    ['running', 'a line without a colon', [...get, 'no header'], 400],
    [
      'running',
      'two lengths',
      ['POST /api/web/login HTTP/1.1', host, 'Content-Length: 1', 'Content-Length: 2'],
      400,
    ],
    ['running', 'an unknown protocol', ['GET / HTTQ/1.1', host], 400],
    ['running', 'a head that is too long', [...get, `X: ${'x'.repeat(20_000)}`], 431],
    ['running', 'an unknown expectation', [...get, 'Expect: the-moon'], 417],
    ['running', 'a missing host', ['GET / HTTP/1.1'], 400],
    ['running', 'a missing host with a whole URL', ['GET http://a/ HTTP/1.1'], 400],
    ['running', 'an invalid host', ['GET / HTTP/1.1', 'Host: a b', 'Connection: close'], 400],
    ['running', 'a target that is no path', ['OPTIONS * HTTP/1.1', host, 'Connection: close'], 400],
    ['starting', 'a request', get, 503],
    [
      'starting',
      'a socket',
      ['GET /api/ws HTTP/1.1', host, 'Connection: Upgrade', 'Upgrade: websocket'],
      503,
    ],
    ['stopping', 'a request', get, 503],
  ] as const)(
    'sends the usual error headers when %s in response to %s',
    async (phase, _what, lines, status) => {
      const response = await responseTo(phases[phase].url, lines);
      expect(response.status).toBe(status);
      expect(JSON.parse(response.text)).toMatchObject({ message: expect.stringMatching(/./) });
      expect(response.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
      expect(response.headers.get('strict-transport-security')).toBe(year);
      // No route has seen the request.
      expect(faults('/api/', response).filter((fault) => !/^(?:x-request-id|vary):/.test(fault))).toEqual([]);
    },
  );

  test('serves HTTP/1.0 requests without a host', async () => {
    const { status, text } = await responseTo(server.url, ['GET /healthz HTTP/1.0']);
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
  });
});

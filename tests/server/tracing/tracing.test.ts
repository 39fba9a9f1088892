// A local OTLP receiver reads what the server exports.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const spans: ExportedSpan[] = [];
let received = '';
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  received += text;
  for (const { scopeSpans } of JSON.parse(text).resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let server: TestServer;
let token: string;
let otlpEndpoint: string;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  otlpEndpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { otlpEndpoint, trustProxy: true } });
  token = await server.signIn('subscriber');
});
afterAll(async () => {
  await server.close();
  receiver.close();
});

async function post(to: TestServer, access: string, headers: Readonly<Record<string, string>>) {
  const chats = (await to.call('GET', '/api/web/chats?chat_type=GR', { token: access })).body as unknown as {
    readonly data?: readonly { readonly id: number }[];
  };
  const list = Array.isArray(chats) ? chats : (chats.data ?? []);
  const form = new FormData();
  form.append('message', 'a secret text');
  const response = await to.call('POST', `/api/web/chat/${list[0]?.id}`, {
    token: access,
    body: form,
    headers,
  });
  expect(response.status).toBe(201);
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test('exports one trace from the request of a message to its last socket write', async () => {
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, ['openbell.v1', `bearer.${token}`]);
  await once(ws, 'open');
  const frame = once(ws, 'message');
  await post(server, token, { traceparent });
  await frame;
  ws.terminate();
  const own = () => spans.filter((span) => span.traceId === traceId);
  await until(() => expect(own()).toHaveLength(4));
  const named = new Map(own().map((span) => [span.name, span]));
  expect([...named.keys()].sort()).toEqual(['delivery', 'event', 'request', 'store']);
  const request = named.get('request');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  for (const name of ['store', 'event', 'delivery'])
    expect(named.get(name)?.parentSpanId, name).toBe(request?.spanId);
  expect(named.get('delivery')?.attributes).toEqual([{ key: 'openbell.users', value: { intValue: 1 } }]);
  const keys = own().flatMap(({ attributes }) => attributes.map(({ key }) => key));
  expect(new Set(keys)).toEqual(
    new Set(['http.request.method', 'http.route', 'http.response.status_code', 'openbell.users']),
  );
  for (const secret of ['a secret text', token, 'subscriber@', '@openbell.test'])
    expect(received).not.toContain(secret);
});

test('starts a trace of its own when no proxy is trusted or the header is malformed', async () => {
  const direct = await startTestServer({ config: { otlpEndpoint } });
  const before = spans.length;
  await direct.call('GET', '/healthz', { headers: { traceparent } });
  // Sends the remaining spans.
  await direct.close();
  await server.call('GET', '/readyz', {
    headers: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` },
  });
  const routes = () =>
    spans.slice(before).map(({ attributes }) => attributes.find(({ key }) => key === 'http.route')?.value);
  await until(() => expect(JSON.stringify(routes())).toMatch(/healthz.*readyz/));
  for (const span of spans.slice(before)) {
    expect(span.traceId).not.toBe(traceId);
    expect(span.traceId).not.toMatch(/^0+$/);
  }
});

test('serves requests when the receiver is away', async () => {
  const lonely = await startTestServer({ config: { otlpEndpoint: 'http://127.0.0.1:9' } });
  expect((await lonely.call('GET', '/healthz')).status).toBe(200);
  await lonely.close();
});

// A local OTLP receiver reads what the server exports.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { postToFirstChat } from '../../support/first-chat.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
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
let token: string;
const receiver = sharedByTests(() =>
  serveLocally(async (request, response) => {
    const body = await text(request);
    received += body;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }),
);
const server = sharedByTests(() =>
  startTestServer({ config: { otlpEndpoint: receiver.url, trustProxy: true } }),
);
beforeAll(async () => {
  token = await server.signIn('subscriber');
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test('exports one trace from the request of a message to its last socket write', async () => {
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, ['openbell.v1', `bearer.${token}`]);
  await once(ws, 'open');
  const frame = once(ws, 'message');
  await postToFirstChat(server, token, 'a secret text', { traceparent });
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
  const direct = await startTestServer({ config: { otlpEndpoint: receiver.url } });
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

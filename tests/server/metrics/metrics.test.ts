import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { openObservability } from '../../../examples/server/src/open-observability.ts';
import { postToFirstChat } from '../../support/first-chat.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createEmptyDatabase } from '../../support/seeded-postgres.ts';
import { sharedServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const config = { metrics: { port: 0, host: '127.0.0.1' }, rateLimits: true };

/** Returns the values of the metrics by their name and labels, for example `openbell_sockets{kind="member"}`. */
async function readMetrics(url: string | null): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(url ?? '');
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('with METRICS_PORT', () => {
  let token: string;
  const server = sharedServer({ config });
  beforeAll(async () => {
    token = await server.signIn('subscriber');
  });

  test('counts requests by route pattern, method and status, never by path', async () => {
    await server.call('GET', '/api/web/chat/987654', { token });
    await server.call('GET', '/api/web/chat/987655', { token });
    await server.call('GET', '/some/secret/page');
    await server.call('DELETE', '/healthz');
    const metrics = await readMetrics(server.metricsUrl);
    const named = [...metrics.keys()];
    const chat = named.filter((name) => name.startsWith('openbell_requests_total{route="/api/web/chat/:'));
    expect(chat.map((name) => metrics.get(name))).toEqual([2]);
    expect(metrics.get('openbell_requests_total{route="/healthz",method="other",status="405"}')).toBe(1);
    expect(metrics.get('openbell_requests_total{route="unknown",method="GET",status="404"}')).toBe(1);
    expect(named.filter((name) => /98765|secret/.test(name))).toEqual([]);
    expect(named.some((name) => name.startsWith('openbell_request_seconds_bucket{'))).toBe(true);
  });

  test('counts errors by route', async () => {
    const response = vi.spyOn(server.context.db, 'execute').mockRejectedValue(new Error('closed'));
    await server.call('GET', '/healthz');
    response.mockRestore();
    const metrics = await readMetrics(server.metricsUrl);
    expect(metrics.get('openbell_request_errors_total{route="/healthz"}')).toBe(1);
  });

  test('counts open sockets, sent frames with their bytes, and the delivery lag', async () => {
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, [
      'openbell.v1',
      `bearer.${token}`,
    ]);
    const received = once(ws, 'message');
    await once(ws, 'open');
    expect((await readMetrics(server.metricsUrl)).get('openbell_sockets{kind="member"}')).toBe(1);
    await postToFirstChat(server, token, 'hello');
    await received;
    const metrics = await readMetrics(server.metricsUrl);
    expect(metrics.get('openbell_delivered_frames_total')).toBeGreaterThanOrEqual(1);
    expect(metrics.get('openbell_delivered_bytes_total')).toBeGreaterThan(300);
    expect(metrics.get('openbell_delivery_lag_seconds_count')).toBe(1);
    ws.terminate();
    await until(async () =>
      expect((await readMetrics(server.metricsUrl)).get('openbell_sockets{kind="member"}')).toBe(0),
    );
  });

  test('reports queues, the event loop, memory and refused requests', async () => {
    await Promise.all([1, 2, 3, 4].map(() => server.call('GET', '/api/web/user-expiration', { token })));
    const metrics = await readMetrics(server.metricsUrl);
    expect(metrics.get('openbell_rate_limited_total{limit="expiration.user"}')).toBeGreaterThan(0);
    for (const queue of [
      'mails',
      'push',
      'deliveries',
      'delivery-marks',
      'read-marks',
      'typing',
      'relations',
    ])
      expect(metrics.get(`openbell_queue_length{queue="${queue}"}`), queue).toBeGreaterThanOrEqual(0);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(metrics.has(`openbell_${name}`), name).toBe(true);
  });

  test('leaves out a queue that cannot be read', async () => {
    const { db } = server.context;
    const response = vi.spyOn(db, 'execute').mockRejectedValue(new Error('closed'));
    const metrics = await readMetrics(server.metricsUrl);
    response.mockRestore();
    expect(metrics.has('openbell_queue_length{queue="mails"}')).toBe(false);
    expect(metrics.has('openbell_queue_length{queue="typing"}')).toBe(true);
  });

  test('serves nothing else on the port', async () => {
    const url = new URL(server.metricsUrl ?? '');
    expect((await fetch(new URL('/healthz', url))).status).toBe(404);
    expect((await server.call('GET', '/metrics')).status).toBe(404);
  });
});

test('rejects a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(
    openObservability({ metrics: { port, host: '127.0.0.1' }, otlpEndpoint: null }),
  ).rejects.toThrow('EADDRINUSE');
  other.close();
});

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  test('records the duration of queries and the use of the pool', async () => {
    const { metrics, metricsUrl, close } = await openObservability({ ...config, otlpEndpoint: null });
    const database = await openDatabase({
      url: await createEmptyDatabase(inject('seededPostgres') ?? ''),
      metrics,
    });
    await database.db.execute('select 1');
    await expect(database.db.execute('select nothing')).rejects.toThrow();
    await database.transaction((run) => run('select 2'));
    const read = await readMetrics(metricsUrl);
    await database.close();
    await close();
    expect(read.get('openbell_query_seconds_count{result="ok"}')).toBe(5);
    expect(read.get('openbell_query_seconds_count{result="error"}')).toBe(1);
    expect(read.get('openbell_database_connections{state="idle"}')).toBe(1);
    expect(read.get('openbell_database_connections{state="waiting"}')).toBe(0);
  });
});

// Metrics for Prometheus. Loaded only when METRICS_PORT is set.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Milliseconds that a value which needs the database may take. */
const READ_MS = 2_000;

export interface PrometheusMetrics extends Metrics {
  /** For example `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

/** Serves `GET /metrics` on a port of its own. Rejects when the port is in use. */
export async function startPrometheus({ port, host }: MetricsAddress): Promise<PrometheusMetrics> {
  const registry = new Registry();
  const metrics = createMetrics(registry);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  collectDefaultMetrics({ register: registry, prefix: 'openbell_' });
  return {
    ...metrics,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        registry.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createMetrics(registry: Registry): Metrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'openbell_requests_total',
    help: 'Requests by route pattern, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const errors = new Counter({
    name: 'openbell_request_errors_total',
    help: 'Responses with 5xx by route pattern.',
    labelNames: ['route'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'openbell_request_seconds',
    help: 'Duration of requests by route pattern and method.',
    labelNames: ['route', 'method'],
    buckets: durations,
    registers,
  });
  const limited = new Counter({
    name: 'openbell_rate_limited_total',
    help: 'Requests that a rate limit refused.',
    labelNames: ['limit'],
    registers,
  });
  const frames = counter('openbell_delivered_frames_total', 'Frames sent to member sockets.');
  const bytes = counter('openbell_delivered_bytes_total', 'Bytes of the frames sent to member sockets.');
  const lag = new Histogram({
    name: 'openbell_delivery_lag_seconds',
    help: 'Time from the commit of a message until it was sent to the sockets of this process.',
    buckets: durations,
    registers,
  });
  const querySeconds = new Histogram({
    name: 'openbell_query_seconds',
    help: 'Duration of PostgreSQL queries.',
    labelNames: ['result'],
    buckets: durations,
    registers,
  });
  const sockets = readGauge(registry, 'openbell_sockets', ['kind', 'Open sockets of this process by kind.']);
  const queues = readGauge(registry, 'openbell_queue_length', ['queue', 'Waiting entries by queue.']);
  const pool = readGauge(registry, 'openbell_database_connections', [
    'state',
    'Connections of the pool, and requests that wait for one.',
  ]);
  function counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers });
  }
  return {
    request({ route, method: given, status, ms }) {
      const method = methods.has(given) ? given : 'other';
      requests.inc({ route, method, status });
      requestSeconds.observe({ route, method }, ms / 1_000);
      if (status >= 500) errors.inc({ route });
    },
    limited: (limit) => limited.inc({ limit }),
    delivered(size) {
      frames.inc();
      bytes.inc(size);
    },
    deliveryLag: (ms) => lag.observe(Math.max(0, ms) / 1_000),
    query: (ms, ok) => querySeconds.observe({ result: ok ? 'ok' : 'error' }, ms / 1_000),
    sockets: sockets.add,
    queue: queues.add,
    connections: pool.add,
  };
}

/** Creates a gauge whose values are read when the metrics are collected. A value that cannot be read is left out. */
function readGauge(registry: Registry, name: string, [label, help]: readonly [label: string, help: string]) {
  const reads = new Map<string, () => number | Promise<number>>();
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      await Promise.all(
        [...reads].map(async ([value, read]) => {
          const found = await inTime(async () => read()).catch(() => undefined);
          if (found !== undefined) this.set({ [label]: value }, found);
        }),
      );
    },
  });
  return { add: (value: string, read: () => number | Promise<number>) => void reads.set(value, read) };
}

async function inTime(read: () => Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The value took too long.')), READ_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

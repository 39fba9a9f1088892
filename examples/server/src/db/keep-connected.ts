import pg from 'pg';
import type { Logger } from '../log.ts';

/** Milliseconds between two attempts to connect. */
const RECONNECT_MS = 1_000;

interface ConnectionEvents {
  /** Receives one warning for each outage. */
  readonly log: Pick<Logger, 'warn'>;
  /** Prepares a new connection. An error drops it. */
  prepare(client: pg.Client): Promise<unknown>;
  onOpen(client: pg.Client): void;
  onLost?(): void;
}

interface KeptConnection {
  /** Returns the open connection. Null while there is none. */
  current(): pg.Client | null;
  /** Ends a connection that may not answer. */
  drop(client: pg.Client, reason: unknown): void;
  close(): Promise<void>;
}

/** Opens a connection outside the pool, and opens it again when it is lost. */
export function keepConnected(config: pg.ClientConfig, events: ConnectionEvents): KeptConnection {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let isReported = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config });
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await events.prepare(next);
    } catch (error) {
      destroy(next);
      report(error);
      return retry();
    }
    if (closed) return void next.end().catch(() => undefined);
    client = next;
    isReported = false;
    events.onOpen(next);
  }

  function lost(ended: pg.Client, reason?: unknown): void {
    if (client !== ended) return;
    client = null;
    report(reason);
    events.onLost?.();
    retry();
  }

  function report(reason: unknown): void {
    if (closed || isReported) return;
    isReported = true;
    events.log.warn('database-connection-lost', { connection: config.application_name, error: reason });
  }

  function retry(): void {
    if (closed) return;
    timer = setTimeout(() => void connect(), RECONNECT_MS);
    timer.unref();
  }

  void connect();
  return {
    current: () => client,
    drop(unanswered, reason) {
      destroy(unanswered);
      lost(unanswered, reason);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}

function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

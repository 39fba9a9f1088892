import pg from 'pg';

/** Milliseconds between two attempts to connect. */
const RECONNECT_MS = 1_000;

interface ConnectionEvents {
  /** Prepares a new connection. An error drops it. */
  prepare(client: pg.Client): Promise<unknown>;
  onOpen(client: pg.Client): void;
  onLost?(): void;
}

interface KeptConnection {
  /** Returns the open connection. Null while there is none. */
  current(): pg.Client | null;
  /** Ends a connection that may not answer. */
  drop(client: pg.Client): void;
  close(): Promise<void>;
}

/** Opens a connection outside the pool, and opens it again when it is lost. */
export function keepConnected(config: pg.ClientConfig, events: ConnectionEvents): KeptConnection {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await events.prepare(next);
    } catch {
      destroy(next);
      return retry();
    }
    if (closed) return void next.end().catch(() => undefined);
    client = next;
    events.onOpen(next);
  }

  function lost(ended: pg.Client): void {
    if (client !== ended) return;
    client = null;
    events.onLost?.();
    retry();
  }

  function retry(): void {
    if (closed) return;
    timer = setTimeout(() => void connect(), RECONNECT_MS);
    timer.unref();
  }

  void connect();
  return {
    current: () => client,
    drop(unanswered) {
      destroy(unanswered);
      lost(unanswered);
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

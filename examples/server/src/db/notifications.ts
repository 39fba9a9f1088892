import pg from 'pg';
import type { Notifications } from './database.ts';

/** Milliseconds between two attempts to connect. */
const RECONNECT_MS = 1_000;

/**
 * Listens on a connection of its own. A lost connection is opened again; callers must also read from time to time, because
 * notifications are lost meanwhile.
 */
export function openNotifications(url: string, onNotification: () => void): Notifications {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let sending: pg.Client | null = null;
  let isDue = false;

  /** A client runs one query at a time; notifications meanwhile are one. */
  async function sendDue(open: pg.Client): Promise<void> {
    sending = open;
    while (isDue && client === open) {
      isDue = false;
      await open.query('notify openbell_events').catch(() => undefined);
    }
    if (sending === open) sending = null;
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'openbell events',
    });
    const lost = (): void => {
      if (client !== next) return;
      client = null;
      retry();
    };
    next.on('error', lost);
    next.on('end', lost);
    let ownId: number | undefined;
    next.on('notification', ({ processId }) => {
      if (processId !== ownId) onNotification();
    });
    try {
      await next.connect();
      const { rows } = await next
        .query<{ id: number }>('listen openbell_events; select pg_backend_pid() as id')
        // Two statements return two results.
        .then((results) => (Array.isArray(results) ? results.at(-1) : results));
      ownId = rows[0]?.id;
    } catch {
      await next.end().catch(() => undefined);
      return retry();
    }
    if (closed) return void next.end().catch(() => undefined);
    client = next;
    onNotification();
  }

  function retry(): void {
    if (closed) return;
    timer = setTimeout(() => void connect(), RECONNECT_MS);
    timer.unref();
  }

  void connect();
  return {
    notify() {
      if (client === null) return;
      isDue = true;
      if (sending !== client) void sendDue(client);
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

import pg from 'pg';

/** Milliseconds between two attempts to take a lock or to connect, and between two checks of the connection. */
const RETRY_MS = 1_000;
/** A connection that does not answer within this time in milliseconds is lost. */
const QUERY_TIMEOUT_MS = 2_000;
/** So that PostgreSQL frees the locks of a machine that has gone. Not all systems have these settings. */
const KEEPALIVE = `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '3', false)`;

interface LockEvents {
  onTaken(): void;
  /** The connection that held the lock was lost: another process may have it now. */
  onLost(): void;
}

/** Takes a lock that one process may have, as soon as it is free, and again after a loss. Returns a function that gives it up. */
export type HoldLock = (key: number, events: LockEvents) => () => Promise<void>;

/** Holds advisory locks of PostgreSQL, each on a connection of its own: the server frees them when the process ends. */
export function createLocks(url: string): HoldLock {
  return (key, { onTaken, onLost }) => {
    let client: pg.Client | null = null;
    let isHeld = false;
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;

    function retry(work: () => Promise<void>): void {
      if (stopped) return;
      timer = setTimeout(() => void work(), RETRY_MS);
      timer.unref();
    }

    /** Ends a connection that may not answer. */
    function drop(unanswered: pg.Client): void {
      (unanswered as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }

    function lost(ended: pg.Client): void {
      if (client !== ended) return;
      client = null;
      clearTimeout(timer);
      if (isHeld) onLost();
      isHeld = false;
      retry(connect);
    }

    async function connect(): Promise<void> {
      const next = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        query_timeout: QUERY_TIMEOUT_MS,
        application_name: 'openbell lock',
      });
      next.on('error', () => lost(next));
      next.on('end', () => lost(next));
      try {
        await next.connect();
        await next.query(KEEPALIVE).catch(() => undefined);
      } catch {
        drop(next);
        return retry(connect);
      }
      if (stopped) return void next.end().catch(() => undefined);
      client = next;
      await take();
    }

    async function take(): Promise<void> {
      const asked = client;
      if (asked === null || stopped) return;
      try {
        const { rows } = await asked.query<{ taken: boolean }>(
          'select pg_try_advisory_lock($1::bigint) as taken',
          [key],
        );
        if (stopped || client !== asked) return;
        if (rows[0]?.taken !== true) return retry(take);
        isHeld = true;
        onTaken();
        retry(check);
      } catch {
        drop(asked);
        lost(asked);
      }
    }

    /** PostgreSQL may have freed the lock of a connection that is silent. */
    async function check(): Promise<void> {
      const held = client;
      if (held === null) return;
      try {
        await held.query('select 1');
        retry(check);
      } catch {
        drop(held);
        lost(held);
      }
    }

    void connect();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    };
  };
}

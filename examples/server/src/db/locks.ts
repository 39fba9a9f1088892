import type pg from 'pg';
import type { Logger } from '../log.ts';
import { keepConnected } from './keep-connected.ts';

/** Milliseconds between two attempts to take a lock, and between two checks of the connection. */
const RETRY_MS = 1_000;
/** A connection that does not answer within this time in milliseconds is lost. */
const QUERY_TIMEOUT_MS = 2_000;
/** So that PostgreSQL frees the locks of a machine that has gone. Not all systems have these settings. */
const KEEPALIVE = `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '3', false)`;

interface LockEvents {
  readonly log: Pick<Logger, 'warn'>;
  onTaken(): void;
  /** The connection that held the lock was lost: another process may have it now. */
  onLost(): void;
}

/** Takes a lock that one process may have, as soon as it is free, and again after a loss. Returns a function that gives it up. */
export type HoldLock = (key: number, events: LockEvents) => () => Promise<void>;

/** Holds advisory locks of PostgreSQL, each on a connection of its own: the server frees them when the process ends. */
export function createLocks(url: string): HoldLock {
  return (key, { log, onTaken, onLost }) => {
    let isHeld = false;
    let timer: NodeJS.Timeout | undefined;

    const connection = keepConnected(
      { connectionString: url, query_timeout: QUERY_TIMEOUT_MS, application_name: 'openbell lock' },
      {
        log,
        async prepare(client) {
          await client.query(KEEPALIVE).catch(() => undefined);
          // A connection pooler accepts connections while its database is down.
          await client.query('select 1');
        },
        onOpen: (client) => void poll(client),
        onLost() {
          clearTimeout(timer);
          if (isHeld) onLost();
          isHeld = false;
        },
      },
    );

    /** Takes the lock if it is free. Then checks the connection: PostgreSQL may have freed the lock of a silent one. */
    async function poll(client: pg.Client): Promise<void> {
      try {
        if (isHeld) await client.query('select 1');
        else {
          const { rows } = await client.query('select pg_try_advisory_lock($1::bigint) as taken', [key]);
          if (connection.current() !== client) return;
          isHeld = rows[0]?.taken === true;
          if (isHeld) onTaken();
        }
        if (connection.current() !== client) return;
        timer = setTimeout(() => void poll(client), RETRY_MS);
        timer.unref();
      } catch (error) {
        connection.drop(client, error);
      }
    }

    return async () => {
      clearTimeout(timer);
      await connection.close();
    };
  };
}

import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Notifications } from './database.ts';
import { keepConnected } from './keep-connected.ts';

/**
 * Listens on a connection of its own. A lost connection is opened again; callers must also read from time to time, because
 * notifications are lost meanwhile.
 */
export function openNotifications(
  url: string,
  onNotification: () => void,
  log: Pick<Logger, 'warn'>,
): Notifications {
  let sending: pg.Client | null = null;
  let isDue = false;

  const connection = keepConnected(
    { connectionString: url, application_name: 'openbell events' },
    {
      log,
      async prepare(client) {
        let ownId: number | undefined;
        client.on('notification', ({ processId }) => {
          if (processId !== ownId) onNotification();
        });
        const { rows } = await client
          .query<{ id: number }>('listen openbell_events; select pg_backend_pid() as id')
          // Two statements return two results.
          .then((results) => (Array.isArray(results) ? results.at(-1) : results));
        ownId = rows[0]?.id;
      },
      onOpen: () => onNotification(),
    },
  );

  /** A client runs one query at a time; notifications meanwhile are one. */
  async function sendDue(open: pg.Client): Promise<void> {
    sending = open;
    while (isDue && connection.current() === open) {
      isDue = false;
      await open.query('notify openbell_events').catch(() => undefined);
    }
    if (sending === open) sending = null;
  }

  return {
    notify() {
      const client = connection.current();
      if (client === null) return;
      isDue = true;
      if (sending !== client) void sendDue(client);
    },
    close: () => connection.close(),
  };
}

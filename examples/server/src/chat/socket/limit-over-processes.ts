// The limit of open member sockets per user, over all processes that share the database.
import { closeReplaced } from '@openbell/core/contract';
import type { ServerContext } from '../../context.ts';
import type { Connections, LiveConnection } from './connections.ts';
import { addSocket, removeSocket } from './socket-registry.ts';

export interface SharedLimit {
  /** Adds a connection; the user's oldest ones beyond the limit are closed where they are open. */
  opened(connection: LiveConnection): void;
  closed(connection: LiveConnection): void;
  stop(): void;
}

/** Returns null when the database has one process. */
export function limitOverProcesses(
  { db, bus, log, processId }: Pick<ServerContext, 'db' | 'bus' | 'log' | 'processId'>,
  connections: Connections,
): SharedLimit | null {
  if (processId === null) return null;
  /** The ids of the connections among those of all processes. */
  const ids = new Map<LiveConnection, Promise<number | null>>();
  let stopped = false;

  async function remove(connection: LiveConnection): Promise<void> {
    const id = await ids.get(connection);
    ids.delete(connection);
    // At a stop the row of the process is deleted, and its sockets with it.
    if (typeof id === 'number' && !stopped) await removeSocket(db, id);
  }

  async function replace(userId: number, socketIds: readonly number[]): Promise<void> {
    for (const connection of connections.of(userId)) {
      const id = await ids.get(connection);
      if (typeof id !== 'number' || !socketIds.includes(id)) continue;
      connections.remove(connection);
      connection.close(closeReplaced, 'Replaced by a newer connection.');
    }
  }

  const unsubscribe = bus.subscribe('sockets-replaced', ({ userId, socketIds }) => {
    void replace(userId, socketIds);
  });
  return {
    opened(connection) {
      const added = addSocket(db, { processId, userId: connection.userId }).then(
        (id) => {
          bus.wake();
          return id;
        },
        (error: unknown) => {
          log.error('socket.not-registered', { error });
          return null;
        },
      );
      ids.set(connection, added);
    },
    closed(connection) {
      remove(connection).catch((error: unknown) => log.error('socket.not-removed', { error }));
    },
    stop() {
      stopped = true;
      unsubscribe();
    },
  };
}

// Pings the member sockets and checks their access every 30 s, a part of them each second.
import type { ServerContext } from '../../context.ts';
import { type AccessWatch, readAccesses } from '../../sessions/socket-access.ts';
import type { MemberConnection } from './member-connection.ts';

const TICK_MS = 1_000;
/** Ticks between two heartbeats of a connection. */
const TICKS = 30;

export interface HeartbeatOptions {
  readonly context: Pick<ServerContext, 'db' | 'clock'>;
  readonly connections: () => ReadonlyMap<MemberConnection, AccessWatch>;
  readonly onError: (error: unknown) => void;
}

/** Starts the heartbeat. The work is spread over the interval, with one query a tick. */
export function startHeartbeat({ context, connections, onError }: HeartbeatOptions): { stop(): void } {
  let tick = 0;

  async function beat(due: readonly (readonly [MemberConnection, AccessWatch])[]): Promise<void> {
    const accessOf = await readAccesses(
      context,
      due.map(([connection]) => connection),
    );
    for (const [connection, watch] of due) watch.apply(accessOf(connection));
  }

  const timer = setInterval(() => {
    tick = (tick + 1) % TICKS;
    const due = [...connections()].filter(([{ sessionId }]) => sessionId % TICKS === tick);
    if (due.length === 0) return;
    for (const [connection] of due) connection.heartbeat();
    // While the database is unavailable, connections stay open until the next check.
    beat(due).catch(onError);
  }, TICK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

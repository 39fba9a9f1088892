import type { MemberServerFrame } from '@openbell/core/contract';

/** One open member socket in this process. */
export interface LiveConnection {
  readonly userId: number;
  readonly sessionId: number;
  send(frame: MemberServerFrame): void;
  /** Closes with one of the product's codes. */
  close(code: number, reason: string): void;
}

/** The open member sockets of this process, by user. */
export interface Connections {
  add(connection: LiveConnection): void;
  remove(connection: LiveConnection): void;
  of(userId: number): readonly LiveConnection[];
  all(): readonly LiveConnection[];
  /** Returns the users that have a connection here. */
  connected(userIds: Iterable<number>): number[];
  send(userId: number, frame: MemberServerFrame): void;
}

export function createConnections(): Connections {
  const byUser = new Map<number, Set<LiveConnection>>();
  const of = (userId: number) => [...(byUser.get(userId) ?? [])];
  return {
    add(connection) {
      const set = byUser.get(connection.userId);
      if (set === undefined) byUser.set(connection.userId, new Set([connection]));
      else set.add(connection);
    },
    remove(connection) {
      const set = byUser.get(connection.userId);
      set?.delete(connection);
      if (set?.size === 0) byUser.delete(connection.userId);
    },
    of,
    all: () => [...byUser.values()].flatMap((set) => [...set]),
    connected: (userIds) => [...new Set(userIds)].filter((id) => byUser.has(id)),
    send(userId, frame) {
      for (const connection of of(userId)) connection.send(frame);
    },
  };
}

import type { MemberServerFrame } from '@openbell/core/contract';

/** One open member socket in this process. */
export interface LiveConnection {
  readonly userId: number;
  readonly sessionId: number;
  /** Whether the client understands `message_patch`. */
  readonly hasPatches: boolean;
  /** Sends an encoded frame. Returns false if the socket is closing or closed. */
  send(bytes: Buffer): boolean;
  /** Closes with one of the product's codes. */
  close(code: number, reason: string): void;
}

/** The open member sockets of this process, by user. */
export interface Connections {
  add(connection: LiveConnection): void;
  remove(connection: LiveConnection): void;
  isEmpty(): boolean;
  of(userId: number): readonly LiveConnection[];
  all(): readonly LiveConnection[];
  /** Returns the users that have a connection here. */
  connected(userIds: readonly number[]): number[];
  /** Sends encoded frames to all connections of a user. Returns whether one of them took all frames. */
  send(userId: number, ...frames: readonly Buffer[]): boolean;
}

/** Encodes a frame once for all its receivers. */
export function encodeFrame(frame: MemberServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
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
    isEmpty: () => byUser.size === 0,
    of,
    all: () => [...byUser.values()].flatMap((set) => [...set]),
    connected: (userIds) => userIds.filter((id) => byUser.has(id)),
    send(userId, ...frames) {
      let isSent = false;
      for (const connection of byUser.get(userId) ?? []) {
        if (frames.every((frame) => connection.send(frame))) isSent = true;
      }
      return isSent;
    },
  };
}

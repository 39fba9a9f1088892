// The options feed: the provider's handshake, and trades for the subscribed connections.
import {
  closeNotSubscribed,
  closeSignedOut,
  type FeedAction,
  type FeedTradeEvent,
  feedActionSchema,
  readWire,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { ServerEnd, ServerSide } from './sockets.ts';
import type { Person, World } from './world.ts';

interface FeedConnection {
  readonly end: ServerEnd;
  /** Null until it is authenticated. */
  member: { readonly person: Person; readonly token: string } | null;
  readonly channels: Set<string>;
}

export interface MemoryFeed {
  accept(end: ServerEnd): ServerSide;
  /** Sends each connection one frame with the trades that it has subscribed to. */
  publish(trades: readonly FeedTradeEvent[]): void;
  /** Closes every connection of a person. */
  closeAll(person: Person, code: number): void;
  /** Closes the connections of ended sessions and expired plans. */
  closeStale(): void;
}

function readAction(text: string): FeedAction | null {
  try {
    const reading = readWire(feedActionSchema, JSON.parse(text));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}

export function createMemoryFeed(world: World): MemoryFeed {
  const connections = new Set<FeedConnection>();

  function sendStatus({ end }: FeedConnection, status: string, message: string): void {
    end.send(JSON.stringify([{ ev: 'status', status, message }]));
  }

  const hasPlan = ({ expiredAt }: Person): boolean =>
    isSubscribed({ expired_at: expiredAt }, world.clock.now());

  function closeStale(): void {
    for (const { end, member } of connections) {
      if (member === null) continue;
      if (!world.sessions.has(member.token)) end.close(closeSignedOut, '');
      else if (!hasPlan(member.person)) end.close(closeNotSubscribed, '');
    }
  }

  function authenticate(connection: FeedConnection, token: string): void {
    const person = world.sessions.get(token) ?? null;
    if (person !== null && hasPlan(person)) {
      connection.member = { person, token };
      sendStatus(connection, 'auth_success', 'authenticated');
      return;
    }
    sendStatus(connection, 'auth_failed', 'authentication failed');
    connection.end.close(person === null ? closeSignedOut : closeNotSubscribed, '');
  }

  function receive(connection: FeedConnection, text: string): void {
    const action = readAction(text);
    if (action === null) return;
    if (action.action === 'auth') {
      authenticate(connection, action.params);
      return;
    }
    if (connection.member === null) return;
    for (const channel of action.params.split(',')) {
      if (action.action === 'subscribe') connection.channels.add(channel.trim());
      else connection.channels.delete(channel.trim());
      sendStatus(connection, 'success', `${action.action}d to: ${channel.trim()}`);
    }
  }

  return {
    accept(end) {
      const connection: FeedConnection = { end, member: null, channels: new Set() };
      connections.add(connection);
      sendStatus(connection, 'connected', 'Connected Successfully');
      return {
        receive: (text) => receive(connection, text),
        closed: () => void connections.delete(connection),
      };
    },
    publish(trades) {
      closeStale();
      for (const { end, channels } of connections) {
        const wanted = trades.filter(({ sym }) => channels.has('T.*') || channels.has(`T.${sym}`));
        if (wanted.length > 0) end.send(JSON.stringify(wanted));
      }
    },
    closeAll(person, code) {
      for (const connection of connections)
        if (connection.member?.person === person) connection.end.close(code, '');
    },
    closeStale,
  };
}

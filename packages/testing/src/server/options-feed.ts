// The options feed: the provider's hand-shake, and trades to whoever has subscribed.
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
  person: Person | null;
  readonly channels: Set<string>;
}

export interface MemoryFeed {
  accept(end: ServerEnd): ServerSide;
  /** One frame with these trades, to those who have subscribed to them. */
  publish(trades: readonly FeedTradeEvent[]): void;
  /** Closes the connections of a person. */
  dismiss(person: Person, code: number): void;
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

  function tell({ end }: FeedConnection, status: string, message: string): void {
    end.send(JSON.stringify([{ ev: 'status', status, message }]));
  }

  function authenticate(connection: FeedConnection, token: string): void {
    const person = world.sessions.get(token) ?? null;
    if (person !== null && isSubscribed({ expired_at: person.expiredAt }, world.clock.now())) {
      connection.person = person;
      tell(connection, 'auth_success', 'authenticated');
      return;
    }
    tell(connection, 'auth_failed', 'authentication failed');
    connection.end.close(person === null ? closeSignedOut : closeNotSubscribed, '');
  }

  function hear(connection: FeedConnection, text: string): void {
    const action = readAction(text);
    if (action === null) return;
    if (action.action === 'auth') {
      authenticate(connection, action.params);
      return;
    }
    if (connection.person === null) return;
    for (const channel of action.params.split(',')) {
      if (action.action === 'subscribe') connection.channels.add(channel.trim());
      else connection.channels.delete(channel.trim());
      tell(connection, 'success', `${action.action}d to: ${channel.trim()}`);
    }
  }

  return {
    accept(end) {
      const connection: FeedConnection = { end, person: null, channels: new Set() };
      connections.add(connection);
      tell(connection, 'connected', 'Connected Successfully');
      return {
        hear: (text) => hear(connection, text),
        gone: () => void connections.delete(connection),
      };
    },
    publish(trades) {
      for (const { end, channels } of connections) {
        const wanted = trades.filter(({ sym }) => channels.has('T.*') || channels.has(`T.${sym}`));
        if (wanted.length > 0) end.send(JSON.stringify(wanted));
      }
    },
    dismiss(person, code) {
      for (const connection of connections) if (connection.person === person) connection.end.close(code, '');
    },
  };
}

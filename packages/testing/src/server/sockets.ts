// In-memory WebSockets behind the `SocketFactory` port.
import type { SocketConnection, SocketEvents, SocketFactory } from '@openbell/core/ports';
import type { FaultState } from './faults.ts';

/** The server's end of a connection. */
export interface ServerEnd {
  readonly url: string;
  readonly protocols: readonly string[];
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** The server's callbacks for an open connection. */
export interface ServerSide {
  receive(text: string): void;
  closed(): void;
}

export interface MemorySockets {
  readonly factory: SocketFactory;
  /** Drops every connection with 1006, like a lost network. */
  cut(): void;
}

/**
 * Creates the sockets. `accept` returns the callbacks of a new connection, or null to drop it. Frames arrive one
 * microtask after they are sent.
 */
export function createMemorySockets(
  faults: Pick<FaultState, 'isOffline' | 'frameCopies'>,
  accept: (end: ServerEnd) => ServerSide | null,
): MemorySockets {
  const open = new Set<(code: number, reason: string) => void>();

  const factory: SocketFactory = (url, protocols, events: SocketEvents) => {
    let phase: 'opening' | 'open' | 'closed' = 'opening';
    let side: ServerSide | null = null;

    const finish = (code: number, reason: string): void => {
      if (phase === 'closed') return;
      phase = 'closed';
      open.delete(finish);
      side?.closed();
      queueMicrotask(() => events.close(code, reason));
    };
    open.add(finish);

    const end: ServerEnd = {
      url,
      protocols,
      send(text) {
        // The options feed, which has no protocol, repeats nothing on one connection.
        const copies = protocols.length === 0 ? 1 : faults.frameCopies();
        for (let copy = 0; copy < copies; copy += 1)
          queueMicrotask(() => phase !== 'closed' && events.message(text));
      },
      // In a microtask, so that frames sent before the close arrive first.
      close: (code, reason) => queueMicrotask(() => finish(code, reason)),
    };

    queueMicrotask(() => {
      if (phase === 'closed') return;
      if (faults.isOffline()) {
        finish(1006, '');
        return;
      }
      phase = 'open';
      events.open();
      side = accept(end);
      if (side === null) finish(1006, '');
    });

    const connection: SocketConnection = {
      get isOpen() {
        return phase === 'open';
      },
      bufferedAmount: 0,
      send(text) {
        if (phase !== 'open') throw new Error('The socket is not open.');
        queueMicrotask(() => side?.receive(text));
      },
      close: (code = 1000, reason = '') => finish(code, reason),
    };
    return connection;
  };

  return {
    factory,
    cut() {
      for (const finish of [...open]) finish(1006, '');
    },
  };
}

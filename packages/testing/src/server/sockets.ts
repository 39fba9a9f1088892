// Both sockets of the contract, in memory: a factory that fits the port of the modules.
import type { SocketConnection, SocketEvents, SocketFactory } from '@openbell/core/ports';
import type { FaultBook } from './faults.ts';

/** The server's end of one connection. */
export interface ServerEnd {
  readonly url: string;
  readonly protocols: readonly string[];
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What the server does with a connection that has opened. */
export interface ServerSide {
  hear(text: string): void;
  gone(): void;
}

export interface MemorySockets {
  readonly factory: SocketFactory;
  /** Cuts every connection, as a network that goes away does. */
  cut(): void;
}

/** `accept` is asked for each connection; null refuses it. Everything arrives a microtask after it was sent. */
export function createMemorySockets(
  book: Pick<FaultBook, 'isOffline' | 'repeats'>,
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
      side?.gone();
      queueMicrotask(() => events.close(code, reason));
    };
    open.add(finish);

    const end: ServerEnd = {
      url,
      protocols,
      send(text) {
        for (let time = 0; time < book.repeats(); time += 1)
          queueMicrotask(() => phase !== 'closed' && events.message(text));
      },
      // What was sent before arrives before.
      close: (code, reason) => queueMicrotask(() => finish(code, reason)),
    };

    queueMicrotask(() => {
      if (phase === 'closed') return;
      if (book.isOffline()) {
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
        queueMicrotask(() => side?.hear(text));
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

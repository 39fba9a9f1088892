import type { SocketEvents, SocketFactory } from '@openbell/core/ports';

/** One connection that the code under test opened; the test plays the server. */
export interface FakeConnection {
  readonly url: string;
  readonly protocols: readonly string[];
  /** Every text sent, in order. */
  readonly sent: readonly string[];
  readonly isOpen: boolean;
  /** True once either side has closed. */
  readonly isClosed: boolean;
  accept(): void;
  /** Delivers a text frame; anything but a string is sent as JSON. */
  deliver(frame: unknown): void;
  deliverBinary(): void;
  drop(code?: number, reason?: string): void;
  /** The sent frames, parsed. */
  frames(): unknown[];
}

export interface FakeSockets {
  readonly factory: SocketFactory;
  readonly connections: readonly FakeConnection[];
  /** The newest connection; throws when there is none. */
  latest(): FakeConnection;
  /** Connections that are not closed. */
  live(): readonly FakeConnection[];
}

export function createFakeSockets(): FakeSockets {
  const connections: FakeConnection[] = [];

  const factory: SocketFactory = (url, protocols, events: SocketEvents) => {
    const sent: string[] = [];
    let open = false;
    let closed = false;
    const close = (code: number, reason: string): void => {
      if (closed) return;
      closed = true;
      open = false;
      events.close(code, reason);
    };
    connections.push({
      url,
      protocols,
      sent,
      get isOpen() {
        return open;
      },
      get isClosed() {
        return closed;
      },
      accept() {
        if (closed || open) return;
        open = true;
        events.open();
      },
      deliver(frame) {
        if (open) events.message(typeof frame === 'string' ? frame : JSON.stringify(frame));
      },
      deliverBinary() {
        if (open) events.message(null);
      },
      drop: (code = 1006, reason = '') => close(code, reason),
      frames: () => sent.map((text) => JSON.parse(text)),
    });
    return {
      get isOpen() {
        return open;
      },
      bufferedAmount: 0,
      send(text) {
        if (!open) throw new Error('The socket is not open.');
        sent.push(text);
      },
      close: (code = 1000, reason = '') => close(code, reason),
    };
  };

  return {
    factory,
    connections,
    latest() {
      const last = connections.at(-1);
      if (last === undefined) throw new Error('No socket has been opened.');
      return last;
    },
    live: () => connections.filter((connection) => !connection.isClosed),
  };
}

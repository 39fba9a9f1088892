import type { SocketEvents, SocketFactory } from '@openbell/core/ports';

/** A connection that the code under test opened. Its methods act as the server. */
export interface FakeConnection {
  readonly url: string;
  readonly protocols: readonly string[];
  /** The sent text frames in order. */
  readonly sent: readonly string[];
  readonly isOpen: boolean;
  /** True when either side has closed the connection. */
  readonly isClosed: boolean;
  /** Opens the connection. */
  accept(): void;
  /** Delivers a text frame. Values other than strings are serialized as JSON. */
  deliver(frame: unknown): void;
  /** Delivers a binary frame. */
  deliverBinary(): void;
  /** Closes the connection; `code` is 1006 by default. */
  drop(code?: number, reason?: string): void;
  /** The sent frames, parsed. */
  frames(): unknown[];
}

/** A socket factory whose connections the test controls. */
export interface FakeSockets {
  readonly factory: SocketFactory;
  readonly connections: readonly FakeConnection[];
  /** Returns the newest connection. Throws when there is none. */
  latest(): FakeConnection;
  /** Returns the connections that are not closed. */
  live(): readonly FakeConnection[];
}

/** Creates a socket factory for the port `socketFactory`. */
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

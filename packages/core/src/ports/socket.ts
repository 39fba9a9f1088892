/** The part of a WebSocket that the library uses. */
export interface SocketConnection {
  readonly isOpen: boolean;
  /** Bytes queued and not yet sent. */
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export interface SocketEvents {
  open(): void;
  /** Text frames only; binary ones are reported as `null`. */
  message(text: string | null): void;
  /** Called exactly once, also when the connection never opened. */
  close(code: number, reason: string): void;
}

/** Opens a connection. Never throws: a failed connection closes with 1006. */
export type SocketFactory = (
  url: string,
  protocols: readonly string[],
  events: SocketEvents,
) => SocketConnection;

export const browserSockets: SocketFactory = (url, protocols, events) => {
  let closed = false;
  const finish = (code: number, reason: string): void => {
    if (closed) return;
    closed = true;
    events.close(code, reason);
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(url, [...protocols]);
  } catch (error) {
    // A malformed URL or subprotocol throws; it is reported like any failed connection.
    queueMicrotask(() =>
      finish(1006, error instanceof Error ? error.message : 'The socket could not be opened'),
    );
    return { isOpen: false, bufferedAmount: 0, send: () => {}, close: () => finish(1000, '') };
  }
  socket.onopen = () => events.open();
  socket.onmessage = (event) => events.message(typeof event.data === 'string' ? event.data : null);
  socket.onclose = (event) => finish(event.code, event.reason);
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
  };
};

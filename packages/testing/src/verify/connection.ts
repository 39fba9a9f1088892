import type { SocketConnection, SocketFactory, Timers } from '@openbell/core/ports';

/** One connection, with everything it has received. */
export interface Connection {
  /** Received frames in order; null for a binary frame. */
  readonly frames: readonly (string | null)[];
  /** True once the connection has opened, also after it has closed. */
  readonly hasOpened: boolean;
  /** The server's close; null while it has not closed the connection. */
  readonly closed: { readonly code: number; readonly reason: string } | null;
  /** Sends a text frame; does nothing unless the connection is open. */
  send(text: string): void;
  close(): void;
  /** Resolves with true when `condition` holds, checked after every event; with false after `withinMs`. */
  until(condition: () => boolean, withinMs: number): Promise<boolean>;
}

interface ConnectionOptions {
  readonly socketFactory: SocketFactory;
  readonly timers: Timers;
  readonly url: string;
  readonly protocols: readonly string[];
}

export function openConnection({ socketFactory, timers, url, protocols }: ConnectionOptions): Connection {
  const frames: (string | null)[] = [];
  const waiting = new Set<() => void>();
  let hasOpened = false;
  let isClosedByUs = false;
  let closed: Connection['closed'] = null;
  const checkAll = (): void => {
    for (const check of [...waiting]) check();
  };
  const connection: SocketConnection = socketFactory(url, protocols, {
    open() {
      hasOpened = true;
      checkAll();
    },
    message(text) {
      frames.push(text);
      checkAll();
    },
    close(code, reason) {
      if (!isClosedByUs) closed = { code, reason };
      checkAll();
    },
  });
  return {
    frames,
    get hasOpened() {
      return hasOpened;
    },
    get closed() {
      return closed;
    },
    send(text) {
      if (connection.isOpen) connection.send(text);
    },
    close() {
      isClosedByUs = true;
      connection.close(1000);
    },
    until: (condition, withinMs) =>
      new Promise((resolve) => {
        const end = (result: boolean): void => {
          cancel();
          waiting.delete(check);
          resolve(result);
        };
        const check = (): void => {
          if (condition()) end(true);
        };
        const cancel = timers.after(withinMs, () => end(false));
        waiting.add(check);
        check();
      }),
  };
}

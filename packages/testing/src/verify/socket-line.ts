import type { SocketConnection, SocketFactory, Timers } from '@openbell/core/ports';

/** One connection, as the checks look at it. */
export interface Line {
  /** Everything that came, in its order; null for a binary frame. */
  readonly frames: readonly (string | null)[];
  /** True from the moment it opened, also after it has closed. */
  readonly hasOpened: boolean;
  /** How the other side ended it; null while it has not. */
  readonly closed: { readonly code: number; readonly reason: string } | null;
  /** Sends, when it is open. */
  send(text: string): void;
  hangUp(): void;
  /** Resolves with true as soon as `holds` does, which is asked after every event; with false after so long. */
  until(holds: () => boolean, withinMs: number): Promise<boolean>;
}

export function openLine(
  open: SocketFactory,
  timers: Timers,
  url: string,
  protocols: readonly string[],
): Line {
  const frames: (string | null)[] = [];
  const waiting = new Set<() => void>();
  let hasOpened = false;
  let hasHungUp = false;
  let closed: Line['closed'] = null;
  const look = (): void => {
    for (const ask of [...waiting]) ask();
  };
  const connection: SocketConnection = open(url, protocols, {
    open() {
      hasOpened = true;
      look();
    },
    message(text) {
      frames.push(text);
      look();
    },
    close(code, reason) {
      if (!hasHungUp) closed = { code, reason };
      look();
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
    hangUp() {
      hasHungUp = true;
      connection.close(1000);
    },
    until: (holds, withinMs) =>
      new Promise((resolve) => {
        const end = (came: boolean): void => {
          cancel();
          waiting.delete(ask);
          resolve(came);
        };
        const ask = (): void => {
          if (holds()) end(true);
        };
        const cancel = timers.after(withinMs, () => end(false));
        waiting.add(ask);
        ask();
      }),
  };
}

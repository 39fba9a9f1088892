import {
  browserPage,
  browserSockets,
  type Cancel,
  type Page,
  type PageEvent,
  type Random,
  type SocketConnection,
  type SocketFactory,
  systemRandom,
  systemTimers,
  type Timers,
} from '../ports/index.ts';

export interface SocketPorts {
  readonly socketFactory?: SocketFactory | undefined;
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
}

type SocketTarget = readonly [url: string, protocols: readonly string[]];

/**
 * What differs between sockets: the handshake, what a close code means, when and how often to try again. The page events
 * that a socket reacts to are methods of their own; they are called while it is started.
 */
export interface SocketRules extends Partial<Record<PageEvent, () => void>> {
  /** The address and subprotocols of the next attempt; null cancels it. Called at each attempt. */
  target(): SocketTarget | null;
  /** The connection is open. `endLimit` ends the time limit of the attempt; a handshake keeps it running. */
  open?(endLimit: Cancel): void;
  /** A frame; null is a binary one. `isCurrent` turns false as soon as this connection is closed or replaced. */
  message(text: string | null, isCurrent: () => boolean): void;
  /** The connection was lost or timed out. Returns the milliseconds before the next attempt; null for none. */
  close(code: number, reason: string): number | null;
  /** Called before the first attempt of a start. */
  begin?(): void;
  /** Called after the connection was closed for the last stop, and by `destroy()`. */
  end(): void;
}

/** One connection at a time, for as long as a handle of `start()` is held. */
export interface ReconnectingSocket {
  /** Connects, unless it is started already. Returns the stop function; the last one closes at the end of the tick. */
  start(): () => void;
  /** Closes at once and makes all handles void. */
  destroy(): void;
  /** Whether it is started, with no connection and no attempt under way. */
  canConnect(): boolean;
  /** Makes an attempt now, in place of the present connection and of a planned attempt. */
  connect(): void;
  /** Runs `work` after `ms` milliseconds unless it connects or closes first. Replaces the time limit and earlier work. */
  after(ms: number, work: () => void): void;
  /** Sends a text frame. Returns false when the connection is not open. */
  send(text: string): boolean;
  /** Closes the connection without another attempt. */
  close(): void;
  /** Closes the connection and treats it as lost, by default without a close frame (1006). */
  fail(code?: number, reason?: string): void;
}

const none: Cancel = () => {};

/**
 * Creates a socket that connects again after a loss, as its rules say. Nothing is opened or listened to before `start()`.
 *
 * @param limitMs Milliseconds after which an attempt that has not become a connection is lost, with 1006.
 */
export function createReconnectingSocket(
  ports: SocketPorts,
  limitMs: number,
  rules: SocketRules,
): ReconnectingSocket {
  const { socketFactory = browserSockets, scheduler = systemTimers, page = browserPage } = ports;
  /** The stop functions since the last `destroy()` that have not been called. */
  const held = new Set<() => void>();
  let connection: SocketConnection | null = null;
  /** Number of the present connection; events of earlier ones are ignored. */
  let epoch = 0;
  /** Of the planned attempt, the time limit or the work of `after()`: there is never more than one. */
  let cancelTimer = none;
  let cancelEnd = none;
  let unwatch: Cancel | null = null;

  function after(ms: number, work: () => void): void {
    cancelTimer();
    cancelTimer = scheduler.after(ms, work);
  }

  function close(): void {
    cancelTimer();
    epoch += 1;
    connection?.close(1000);
    connection = null;
  }

  function connect(): void {
    close();
    const mine = epoch;
    const isCurrent = (): boolean => mine === epoch;
    const target = rules.target();
    if (target === null || !isCurrent()) return;
    connection = socketFactory(...target, {
      open: () => isCurrent() && rules.open?.(cancelTimer),
      message: (text) => isCurrent() && rules.message(text, isCurrent),
      close: (code, reason) => isCurrent() && fail(code, reason),
    });
    after(limitMs, () => fail());
  }

  function fail(code = 1006, reason = ''): void {
    if (connection === null) return;
    close();
    const mine = epoch;
    // A listener may have connected, stopped or destroyed this socket.
    const delayMs = rules.close(code, reason);
    if (delayMs !== null && mine === epoch) after(delayMs, connect);
  }

  function end(): void {
    cancelEnd();
    unwatch?.();
    unwatch = null;
    close();
    rules.end();
  }

  return {
    start() {
      const stop = (): void => {
        // React's StrictMode unmounts and mounts again within one tick; the connection is kept.
        if (held.delete(stop) && held.size === 0) cancelEnd = scheduler.after(0, end);
      };
      held.add(stop);
      cancelEnd();
      if (unwatch === null) {
        rules.begin?.();
        unwatch = page.onChange((event) => rules[event]?.());
        connect();
      }
      return stop;
    },
    destroy() {
      held.clear();
      end();
    },
    canConnect: () => unwatch !== null && connection === null,
    connect,
    after,
    send(text) {
      if (connection?.isOpen !== true) return false;
      connection.send(text);
      return true;
    },
    close,
    fail,
  };
}

/** A number from 0 up to 1, from the first 32 bits of a UUID; 0 when they are not hexadecimal. */
export function randomPart(random: Random = systemRandom): number {
  return Number(`0x${random.uuid().slice(0, 8)}`) / 0x1_0000_0000 || 0;
}

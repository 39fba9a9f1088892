import type { ReadableAtom } from 'nanostores';
import type { MemberClientFrame, MemberServerFrame } from '../contract/index.ts';
import type { Log, OnError, Page, Random, SocketFactory, Timers } from '../ports/index.ts';

/**
 * - `idle`: not started, or signed out.
 * - `connecting`, `open`.
 * - `waiting`: closed; the next attempt is scheduled.
 * - `offline`: gave up after the last attempt, or was replaced by a newer socket of the same member (4409). It reconnects
 *   when the browser is online again, the page becomes visible, or `retry()` is called; after the last attempt also when
 *   `isServerUp` resolves with true.
 * - `refused`: closed as signed out (4401) or not subscribed (4403); it does not reconnect automatically.
 */
export type RealtimeStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'refused';

export interface RealtimeState {
  readonly status: RealtimeStatus;
  /** Attempts since the last open connection. */
  readonly attempt: number;
  /** The reason of `refused`; null in other states. */
  readonly reason: 'signed-out' | 'not-subscribed' | null;
}

/** Events: the server's frames by type, and connection events. */
export type RealtimeEvents = { [F in MemberServerFrame as F['type']]: F } & {
  /** The connection has opened. Emitted before its first frame. */
  opened: { readonly isFirst: boolean };
  /** The connection has reopened after a loss: missed data must be fetched. */
  reopened: Record<never, never>;
  /** An open connection was lost. */
  lost: { readonly code: number };
};

export interface RealtimeOptions {
  /** URL of the socket; a function is called at each attempt. */
  readonly url: string | (() => string);
  /** Returns the subprotocols, including the token; null when signed out. Called at each attempt. */
  readonly protocols: () => readonly string[] | null;
  /** Changes at sign-in and sign-out; `protocols` is then called again. */
  readonly $session?: ReadableAtom<unknown>;
  readonly socketFactory?: SocketFactory;
  readonly scheduler?: Timers;
  readonly page?: Page;
  readonly random?: Random;
  readonly log?: Log;
  readonly onError?: OnError;
  /** Milliseconds between a loss and the next attempt; 3,000 by default. */
  readonly retryDelayMs?: number;
  /** Milliseconds before the next attempt after 'too many connections' (4429); 20,000 by default. */
  readonly throttledDelayMs?: number;
  /** Attempts before giving up; 5 by default. */
  readonly maxAttempts?: number;
  /** Random share added to the delay, so that clients do not reconnect at the same time; 0.2 by default. */
  readonly jitter?: number;
  /** Timeout of an attempt in milliseconds; 10,000 by default. */
  readonly openTimeoutMs?: number;
  /** Asks the server whether it is up, after the last attempt failed and while the page is visible. Default: never asks. */
  readonly isServerUp?: () => Promise<boolean>;
  /** Shortest time between two calls of `isServerUp` in milliseconds, and half of the longest; 20,000 by default. */
  readonly pollDelayMs?: number;
}

/** The member socket. It passes frames to the features. */
export interface Realtime {
  readonly $state: ReadableAtom<RealtimeState>;
  /** Connects. Reference-counted; a stop and a start in the same tick keep the connection. */
  start(): () => void;
  /** Reconnects at once and resets the attempts; also after `refused`. */
  retry(): void;
  /** Sends a frame. Returns false when the socket is not open; nothing is queued. */
  send(frame: MemberClientFrame): boolean;
  /** Adds a listener for frames of a type or for connection events. Returns a function that removes it. */
  on<K extends keyof RealtimeEvents>(type: K, listener: (event: RealtimeEvents[K]) => void): () => void;
  destroy(): void;
}

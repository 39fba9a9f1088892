import type { ReadableAtom } from 'nanostores';
import type { MemberClientFrame, MemberServerFrame } from '../contract/index.ts';
import type { Log, OnError, Page, Random, SocketFactory, Timers } from '../ports/index.ts';

/**
 * - `idle`: not started, or nobody is signed in.
 * - `connecting`, `open`.
 * - `waiting`: closed; the next attempt is armed.
 * - `offline`: gave up after the last attempt, or a newer socket of the same person took the place (4409); it wakes when the browser is online again, the page comes to the front,
 *   or `retry()` is called.
 * - `refused`: the server said signed out (4401) or not subscribed (4403); it does not come back by itself.
 */
export type RealtimeStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'refused';

export interface RealtimeState {
  readonly status: RealtimeStatus;
  /** Attempts since the last open one. */
  readonly attempt: number;
  /** Why it was refused; null in every other status. */
  readonly reason: 'signed-out' | 'not-subscribed' | null;
}

/** What can be listened for: each frame of the server by its type, and the connection's own moments. */
export type RealtimeEvents = { [F in MemberServerFrame as F['type']]: F } & {
  /** Open, for the first time or again. Heard before any frame of that connection. */
  opened: { readonly isFirst: boolean };
  /** Open again after a loss: whatever was missed has to be fetched. */
  reopened: Record<never, never>;
  /** An open connection was lost. */
  lost: { readonly code: number };
};

export interface RealtimeOptions {
  /** Where the socket is; called at each attempt. */
  readonly url: string | (() => string);
  /** The subprotocols to offer, the token among them; null while nobody is signed in. Called at each attempt. */
  readonly protocols: () => readonly string[] | null;
  /** Tells that signing in or out has happened: `protocols` is asked again. */
  readonly $session?: ReadableAtom<unknown>;
  readonly socketFactory?: SocketFactory;
  readonly scheduler?: Timers;
  readonly page?: Page;
  readonly random?: Random;
  readonly log?: Log;
  readonly onError?: OnError;
  /** Milliseconds between a loss and the next attempt: 3000. */
  readonly retryDelayMs?: number;
  /** Milliseconds before the next attempt when the server said 'too many' (4429): 20000. */
  readonly throttledDelayMs?: number;
  /** Attempts before it gives up: 5. */
  readonly maxAttempts?: number;
  /** Up to this part of the delay is added, so that a server that restarts is not met by all at once: 0.2. */
  readonly jitter?: number;
  /** Milliseconds after which an attempt that neither opens nor fails counts as failed: 10000. */
  readonly openTimeoutMs?: number;
}

/** The member socket: it knows frames, not features. */
export interface Realtime {
  readonly $state: ReadableAtom<RealtimeState>;
  /** Connects while at least one user is left. A stop and a start in the same tick leave the socket as it is. */
  start(): () => void;
  /** Tries again at once, with the count begun anew; also after a refusal. */
  retry(): void;
  /** Sends a frame. Gives false when the socket is not open: nothing is queued here. */
  send(frame: MemberClientFrame): boolean;
  /** Hears of frames of one type, or of the connection's own moments; what it gives takes the listener away. */
  on<K extends keyof RealtimeEvents>(type: K, listener: (event: RealtimeEvents[K]) => void): () => void;
  destroy(): void;
}

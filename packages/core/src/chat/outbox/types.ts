// What the outbox knows, what can happen to it, and what it asks for in response.
import type { Message, QuotedMessage } from '../../contract/index.ts';
import type { OutboxEntry, PostOutcome } from './rules.ts';

/** A chat posts one message at a time, in order. */
export interface ChatTurn {
  /**
   * - `idle`: nothing is posted; with entries only after a 401, until the user is signed in again.
   * - `probing`: newer messages are read before a post.
   * - `preparing`: the files of a message are read.
   * - `posting`: a message is posted.
   * - `delayed`, `throttled`: waits for a timer, the latter because the server said so.
   */
  readonly step: 'idle' | 'probing' | 'preparing' | 'posting' | 'delayed' | 'throttled';
  /** The last post has no response: newer messages are read before the next one. */
  readonly isDoubtful: boolean;
  /** Failures since the last success; the delay grows with them. */
  readonly failures: number;
}

export interface OutboxState {
  readonly userId: number;
  /** Whether the server echoes `client_id`; null while unknown. */
  readonly knowsClientId: boolean | null;
  readonly entries: readonly OutboxEntry[];
  /** Entries that an echo without `client_id` seems to confirm: hidden until their own response. */
  readonly matched: ReadonlySet<string>;
  readonly turns: ReadonlyMap<number, ChatTurn>;
}

export type OutboxEvent =
  | { readonly type: 'enqueued'; readonly entry: OutboxEntry }
  /** The user wants a failed or waiting message to be posted now. */
  | { readonly type: 'retried'; readonly clientId: string }
  | { readonly type: 'discarded'; readonly clientId: string }
  /** Messages of the server, which may confirm entries. */
  | { readonly type: 'received'; readonly messages: readonly Message[] }
  /** The messages that replies quote were unsent, changed or blocked. */
  | { readonly type: 'requoted'; readonly change: (quote: QuotedMessage) => QuotedMessage }
  /** The page is online or connected again. A throttled chat waits on. */
  | { readonly type: 'woken' }
  | { readonly type: 'delay-over'; readonly chatId: number }
  | { readonly type: 'probed'; readonly chatId: number; readonly isReachable: boolean }
  /** `blobs` is null when the files are lost. */
  | { readonly type: 'prepared'; readonly entry: OutboxEntry; readonly blobs: readonly Blob[] | null }
  | {
      readonly type: 'responded';
      readonly entry: OutboxEntry;
      readonly outcome: PostOutcome;
      /** The user cancelled the upload. */
      readonly isCancelled: boolean;
    };

export type OutboxEffect =
  | { readonly type: 'probe'; readonly chatId: number }
  | { readonly type: 'prepare'; readonly entry: OutboxEntry }
  | { readonly type: 'post'; readonly entry: OutboxEntry; readonly blobs: readonly Blob[] | null }
  /** `retryAfter` is the server's wait in seconds; null when it gave none. */
  | {
      readonly type: 'delay';
      readonly chatId: number;
      readonly ms: number;
      readonly retryAfter: number | null;
    }
  | { readonly type: 'stop-delay'; readonly chatId: number }
  | { readonly type: 'drop-files'; readonly entry: OutboxEntry }
  | { readonly type: 'sent'; readonly message: Message };

/** What is true when an event happens. */
export interface OutboxFacts {
  readonly isOnline: boolean;
  /** Whether the socket is connected; without it each post is preceded by a probe. */
  readonly isConnected: boolean;
  /** The newest known message of a chat, or null. */
  readonly newestId: (chatId: number) => number | null;
}

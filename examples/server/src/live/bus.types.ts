import type { Db } from '../db/database.ts';

/**
 * Events about committed changes, for all processes. They contain ids only: listeners read the stored rows. A listener may
 * receive an event twice after a restart, and events of different transactions in any order.
 */
export type BusEvents = {
  /** A session ended (sign-out, password reset). Its sockets close within 2 s. */
  readonly 'session-ended': { readonly userId: number; readonly sessionId: number | 'all' };
  /** A user opened more member sockets than allowed: the processes that have these close them. */
  readonly 'sockets-replaced': { readonly userId: number; readonly socketIds: readonly number[] };
  /** `users.expired_at` has changed. */
  readonly 'entitlement-changed': { readonly userId: number };
  /** A message was stored or changed by `actorId`; `isNew` is false for actions. */
  readonly 'message-changed': {
    readonly chatId: number;
    readonly messageId: number;
    readonly actorId: number;
    readonly isNew: boolean;
    /** The only part of the message that has changed; without it, the whole message is sent. */
    readonly part?: 'reactions' | 'delete_from_everyone';
    /** Restricts the receivers ('delete for me'). */
    readonly onlyUserIds?: readonly number[];
  };
  /** A user's chat list has changed (mute, block, reading). */
  readonly 'chat-list-changed': { readonly userId: number };
  /** A user has muted, unmuted, blocked or unblocked another one. */
  readonly 'relation-changed': { readonly userId: number; readonly otherId: number };
  /** An alert was published. */
  readonly 'alert-created': { readonly alertId: number };
  /** An alert was removed. */
  readonly 'alert-retracted': { readonly alertId: number };
  /** Every other member has received or read these messages of one sender. */
  readonly receipt: {
    readonly kind: 'delivered' | 'read';
    readonly chatId: number;
    readonly senderId: number;
    readonly messageIds: readonly number[];
  };
};

/** A stored event with its id, which is the same in all processes. */
export type StoredEvent = {
  readonly [K in keyof BusEvents]: {
    readonly type: K;
    readonly detail: BusEvents[K];
  };
}[keyof BusEvents];

/** Adds an event to the running transaction. */
export type Publish = <K extends keyof BusEvents>(type: K, detail: BusEvents[K]) => void;

/** `eventId` identifies an event in all processes. */
export type Listener<K extends keyof BusEvents> = (detail: BusEvents[K], eventId: number) => void;

/** Delivers events to the listeners of all processes that share the database. */
export interface Bus {
  /**
   * Runs a transaction. The events that `work` publishes are stored with its changes; listeners of this process have
   * received them when it resolves.
   */
  transact<T>(work: (tx: Db, publish: Publish) => Promise<T>): Promise<T>;
  /** Stores events about changes that are already committed. */
  publish(...events: readonly StoredEvent[]): Promise<void>;
  /** Delivers events that a statement stored itself (see `storedEvent`). */
  wake(): void;
  /** Adds a listener and returns a function that removes it. An error in a listener does not affect the others. */
  subscribe<K extends keyof BusEvents>(type: K, listener: Listener<K>): () => void;
}

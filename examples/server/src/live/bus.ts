/**
 * Events about committed changes. They contain ids only: subscribers read the rows, so that they show the stored state,
 * and the events fit into PostgreSQL notifications (8,000 bytes).
 */
export type BusEvents = {
  /** A session ended (log-out, password reset): its sockets close within 2 s. */
  readonly 'session-ended': { readonly userId: number; readonly sessionId: number | 'all' };
  /** The sandbox's clock was moved: timers must be checked. */
  readonly 'clock-moved': { readonly now: number };
  /** `users.expired_at` has changed. */
  readonly 'entitlement-changed': { readonly userId: number };
  /** A message was stored or changed by `actorId`; `isNew` is false for actions. */
  readonly 'message-changed': {
    readonly chatId: number;
    readonly messageId: number;
    readonly actorId: number;
    readonly isNew: boolean;
    /** Restricts the receivers ('delete for me'). */
    readonly onlyUserIds?: readonly number[];
  };
  /** A user's chat list has changed (mute, block, reading). */
  readonly 'chat-list-changed': { readonly userId: number };
  /** A user has muted, unmuted, blocked or unblocked another one. */
  readonly 'relation-changed': { readonly userId: number; readonly otherId: number };
  /** An alert was published. */
  readonly 'alert-created': { readonly alertId: number };
  /** A member started or stopped typing. */
  readonly typing: { readonly chatId: number; readonly userId: number; readonly typing: boolean };
  /** Every other member has received or read these messages of one sender. */
  readonly receipt: {
    readonly kind: 'delivered' | 'read';
    readonly chatId: number;
    readonly senderId: number;
    readonly messageIds: readonly number[];
  };
};

export interface Bus {
  publish<K extends keyof BusEvents>(event: K, detail: BusEvents[K]): void;
  /** Adds a listener and returns a function that removes it. An error in a listener does not affect the others. */
  subscribe<K extends keyof BusEvents>(event: K, listener: (detail: BusEvents[K]) => void): () => void;
}

/** The bus of a single process. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<keyof BusEvents, Set<(detail: never) => void>>();
  return {
    publish(event, detail) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          (listener as (detail: unknown) => void)(detail);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(listener as (detail: never) => void);
      return () => void set.delete(listener as (detail: never) => void);
    },
  };
}

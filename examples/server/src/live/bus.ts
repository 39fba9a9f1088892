/**
 * News of what has been committed to the database. Carries ids only: whoever hears of it reads the rows again, so
 * that what is shown is what is stored, and a broker between processes (8,000 bytes a note) can carry it unchanged.
 */
export type BusEvents = {
  /** A session ended (log-out, password reset): its sockets close within 2 s. */
  readonly 'session-ended': { readonly userId: number; readonly sessionId: number | 'all' };
  /** The sandbox's clock was set ahead: what waits for a moment looks again. */
  readonly 'clock-moved': { readonly now: number };
  /** `users.expired_at` of a person has changed. */
  readonly 'entitlement-changed': { readonly userId: number };
  /** A message was stored or changed; `actorId` is who did it, `isNew` false for actions. */
  readonly 'message-changed': {
    readonly chatId: number;
    readonly messageId: number;
    readonly actorId: number;
    readonly isNew: boolean;
    /** When only these people may hear of it ('delete for me'). */
    readonly onlyUserIds?: readonly number[];
  };
  /** A person's own chat list has changed (mute, block, reading). */
  readonly 'chat-list-changed': { readonly userId: number };
  /** A person has muted or blocked somebody, or taken it back. */
  readonly 'user-marked': { readonly userId: number; readonly markedId: number };
  /** An alert was published, for all subscribers. */
  readonly 'alert-created': { readonly alertId: number };
  /** A member types, or has stopped. */
  readonly typing: { readonly chatId: number; readonly userId: number; readonly typing: boolean };
  /** Messages of one sender that every other member has now got, or read. */
  readonly receipt: {
    readonly kind: 'delivered' | 'read';
    readonly chatId: number;
    readonly senderId: number;
    readonly messageIds: readonly number[];
  };
};

export interface Bus {
  publish<K extends keyof BusEvents>(event: K, detail: BusEvents[K]): void;
  /** Adds a listener; the function that it returns takes it away. A listener that throws disturbs no other. */
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

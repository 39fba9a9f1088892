// Messages that may be lost, to the listeners of all processes.
import type { Logger } from '../log.ts';

type ChannelListener = (message: unknown) => void;

/** Messages arrive at the listeners of this process at once, and at those of other processes when a broker is connected. */
export interface Channel {
  /** `message` is plain JSON. */
  publish(subject: string, message: unknown): void;
  /** Adds a listener and returns a function that removes it. Messages of other processes must be validated. */
  subscribe(subject: string, listener: ChannelListener): () => void;
  /** Adds a listener for a lost connection to the broker: messages of other processes are missed from now on. */
  onInterrupted(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The listeners of one process, by subject. */
export interface ChannelListeners {
  add(subject: string, listener: ChannelListener): () => void;
  deliver(subject: string, message: unknown): void;
  onInterrupted(listener: () => void): () => void;
  interrupted(): void;
}

export function createChannelListeners(log: Pick<Logger, 'error'>): ChannelListeners {
  const bySubject = new Map<string, Set<ChannelListener>>();
  const ofInterruption = new Set<() => void>();

  function notify<T>(listeners: Iterable<(value: T) => void>, value: T): void {
    for (const listener of [...listeners]) {
      try {
        listener(value);
      } catch (error) {
        log.error('channel-listener-failed', { error });
      }
    }
  }

  return {
    add(subject, listener) {
      const listeners = bySubject.get(subject) ?? new Set();
      bySubject.set(subject, listeners);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    deliver: (subject, message) => notify(bySubject.get(subject) ?? [], message),
    onInterrupted(listener) {
      ofInterruption.add(listener);
      return () => void ofInterruption.delete(listener);
    },
    interrupted: () => notify(ofInterruption, undefined),
  };
}

/** The channel of a single process. */
export function createLocalChannel(log: Pick<Logger, 'error'>): Channel {
  const listeners = createChannelListeners(log);
  return {
    publish: listeners.deliver,
    subscribe: listeners.add,
    onInterrupted: listeners.onInterrupted,
    close: () => Promise.resolve(),
  };
}

// The only file that imports mitt.
import mitt from 'mitt';
import type { OnError } from '../ports/index.ts';

/** Typed events by name, for occurrences that are not state. */
export interface Emitter<Events extends Record<string, unknown>> {
  /** Adds a listener. Returns a function that removes it. */
  on<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): () => void;
  emit<K extends keyof Events>(type: K, event: Events[K]): void;
  clear(): void;
}

/**
 * Creates an emitter. mitt stops at the first listener that throws, so each listener runs in a `try`, and `onError`
 * receives the error with `where`.
 */
export function createEmitter<Events extends Record<string, unknown>>(
  where: string,
  onError: OnError | undefined,
): Emitter<Events> {
  const bus = mitt<Events>();
  return {
    on(type, listener) {
      const guarded = (event: Events[typeof type]): void => {
        try {
          listener(event);
        } catch (error) {
          onError?.({ where, error });
        }
      };
      bus.on(type, guarded);
      return () => bus.off(type, guarded);
    },
    emit: (type, event) => bus.emit(type, event),
    clear: () => bus.all.clear(),
  };
}

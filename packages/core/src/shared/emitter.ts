// The only file that imports mitt.
import mitt from 'mitt';

/** Events by name. For moments that are not state. */
export interface Emitter<Events extends Record<string, unknown>> {
  /** Adds a listener; the function that it returns takes it away again. */
  on<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): () => void;
  emit<K extends keyof Events>(type: K, event: Events[K]): void;
  clear(): void;
}

/**
 * mitt stops at the first listener that throws; a host's faulty listener must not silence the others, so every
 * listener runs guarded, and `onError` hears of what it threw.
 */
export function createEmitter<Events extends Record<string, unknown>>(
  onError?: (error: unknown) => void,
): Emitter<Events> {
  const bus = mitt<Events>();
  return {
    on(type, listener) {
      const guarded = (event: Events[typeof type]): void => {
        try {
          listener(event);
        } catch (error) {
          onError?.(error);
        }
      };
      bus.on(type, guarded);
      return () => bus.off(type, guarded);
    },
    emit: (type, event) => bus.emit(type, event),
    clear: () => bus.all.clear(),
  };
}

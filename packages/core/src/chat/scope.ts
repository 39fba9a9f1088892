// Ports bound to an AbortSignal, so that an object that was dropped has no further effects.
import type { ApiClient, ApiFailure } from '../api-client/index.ts';
import type { Cancel, Scheduler } from '../ports/index.ts';
import type { ChatStorage } from './storage.ts';

export interface Scope {
  readonly api: Pick<ApiClient, 'request'>;
  readonly scheduler: Scheduler;
  readonly storage: ChatStorage;
}

const aborted: ApiFailure = {
  kind: 'aborted',
  ok: false,
  status: 0,
  message: '',
  errors: {},
  retryAfter: null,
  problems: [],
};

/**
 * Returns ports that stop with `signal`: timers do not fire, storage is empty, pending requests fail as
 * aborted and further ones with status 401.
 */
export function createScope(signal: AbortSignal, { api, scheduler, storage }: Scope): Scope {
  const timers = new Set<Cancel>();
  signal.addEventListener('abort', () => {
    for (const cancel of timers) cancel();
  });

  function arm(schedule: (run: () => void) => Cancel, work: () => void): Cancel {
    if (signal.aborted) return () => {};
    const stop = schedule(() => {
      timers.delete(cancel);
      work();
    });
    const cancel = (): void => {
      timers.delete(cancel);
      stop();
    };
    timers.add(cancel);
    return cancel;
  }

  return {
    api: {
      async request(endpoint, input) {
        if (signal.aborted) return { ...aborted, kind: 'http', status: 401 };
        const response = await api.request(endpoint, input);
        return signal.aborted ? aborted : response;
      },
    },
    scheduler: {
      after: (ms, work) => arm((run) => scheduler.after(ms, run), work),
      nextFrame: (work) => arm((run) => scheduler.nextFrame(run), work),
    },
    storage: {
      read: (key) => (signal.aborted ? null : storage.read(key)),
      write: (key, value) => !signal.aborted && storage.write(key, value),
      remove: (key) => {
        if (!signal.aborted) storage.remove(key);
      },
    },
  };
}

import type { ReadableAtom } from 'nanostores';
import type { ApiClient, RequestInput } from './api-client/index.ts';
import type { Timers } from './ports/index.ts';
import { gainsAccess, type SessionState } from './session/index.ts';
import { createLifecycle } from './shared/lifecycle.ts';

type Api = Pick<ApiClient, 'request'>;
type AnyEndpoint = Parameters<Api['request']>[0];

export interface ReloadOptions<E> {
  /** Loads again, from the input of the last request. */
  readonly reload: (input: RequestInput<E>) => unknown;
  /** For a load that is dropped when the member changes: its store, which is loaded again if it has listeners. */
  readonly $dropped?: () => ReadableAtom<{ readonly status: string }>;
  /** The transport to wrap, for a feature with several loads. */
  readonly api?: Api;
}

/** Repeats loads after the member has gained access: by signing in, or by subscribing. */
export interface AccessReloads {
  /** Wraps the transport of a feature. A load that the server answers with 401, 402 or 403 is repeated. */
  watch<E extends AnyEndpoint>(endpoint: E, options: ReloadOptions<E>): Api;
  /** Follows the session. Reference-counted. */
  start(): () => void;
  destroy(): void;
}

export function createAccessReloads(options: {
  readonly api: Api;
  readonly $session: ReadableAtom<SessionState>;
  readonly scheduler: Timers;
  /** Called when access is gained, before the loads are repeated. */
  readonly onGain: () => void;
}): AccessReloads {
  const { $session, scheduler, onGain } = options;
  const loads: (() => void)[] = [];
  let gains = 0;
  let known: SessionState | undefined;
  let cancel = (): void => {};

  /** In a later task, when features have handled the refusal, or the change of the member. */
  function reloadSoon(): void {
    cancel();
    cancel = scheduler.after(0, () => {
      for (const load of loads) load();
    });
  }

  const lifecycle = createLifecycle(() => {
    const stop = $session.subscribe((state) => {
      const isGain = gainsAccess(known, state);
      known = state;
      if (!isGain) return;
      gains += 1;
      onGain();
      reloadSoon();
    });
    return () => {
      stop();
      cancel();
    };
  });

  return {
    watch(endpoint, { reload, $dropped, api = options.api }) {
      let last: unknown = null;
      let isRefused = false;
      loads.push(() => {
        const $store = $dropped?.();
        const isDropped = $store !== undefined && $store.lc > 0 && $store.get().status === 'idle';
        if (last === null || !(isRefused || isDropped)) return;
        isRefused = false;
        reload(last as RequestInput<typeof endpoint>);
      });
      return {
        async request(called, input) {
          const gainsBefore = gains;
          const isWatched = (called as AnyEndpoint) === endpoint;
          if (isWatched) {
            last = input;
            isRefused = false;
          }
          const answer = await api.request(called, input);
          if (isWatched && last === input && [401, 402, 403].includes(answer.status)) {
            isRefused = true;
            // Sent before access was gained.
            if (gains !== gainsBefore) reloadSoon();
          }
          return answer;
        },
      };
    },
    start: lifecycle.start,
    destroy: lifecycle.destroy,
  };
}

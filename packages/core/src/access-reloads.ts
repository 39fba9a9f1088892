import type { ReadableAtom } from 'nanostores';
import type { ApiClient, RequestInput } from './api-client/index.ts';
import type { Timers } from './ports/index.ts';
import { gainsAccess, type SessionState } from './session/index.ts';
import { createLifecycle } from './shared/lifecycle.ts';

type Api = Pick<ApiClient, 'request'>;
type AnyEndpoint = Parameters<Api['request']>[0];

/** A load that is repeated when access is gained. */
export interface Reload {
  readonly endpoint: AnyEndpoint;
  readonly run: (input: never) => unknown;
  readonly $dropped: ReadableAtom<{ readonly status: string }> | undefined;
}

/**
 * @param run Loads again, from the input of the last request.
 * @param $dropped The store of a load that is dropped when the member changes. It is loaded again if it has listeners.
 */
export function reloadOf<E extends AnyEndpoint>(
  endpoint: E,
  run: (input: RequestInput<E>) => unknown,
  $dropped?: Reload['$dropped'],
): Reload {
  return { endpoint, run, $dropped };
}

/** Repeats loads after the member has gained access: by signing in, or by subscribing. */
export interface AccessReloads {
  /** Wraps the transport: a load that the server answers with 401, 402 or 403 is repeated. Reads `reloads` lazily. */
  watch(reloads: () => readonly Reload[]): Api;
  /** Follows the session. Reference-counted. */
  start(): () => void;
  destroy(): void;
}

export function createAccessReloads(options: {
  readonly api: Api;
  readonly $session: ReadableAtom<SessionState>;
  readonly scheduler: Timers;
  /** Called when access is gained, before the loads are repeated. */
  readonly onGain?: () => void;
}): AccessReloads {
  const { api, $session, scheduler, onGain } = options;
  const watched: (Reload & { last?: unknown; isRefused?: boolean })[] = [];
  let gains = 0;
  let previous: SessionState | undefined;
  let cancel = (): void => {};

  /** In a later task, when features have handled the refusal, or the change of the member. */
  function reloadSoon(): void {
    cancel();
    cancel = scheduler.after(0, () => {
      for (const load of watched) {
        const { $dropped } = load;
        const isDropped = $dropped !== undefined && $dropped.lc > 0 && $dropped.get().status === 'idle';
        if (load.last === undefined || !(load.isRefused || isDropped)) continue;
        load.isRefused = false;
        load.run(load.last as never);
      }
    });
  }

  const lifecycle = createLifecycle(() => {
    const unsubscribe = $session.subscribe((state) => {
      const isGain = gainsAccess(previous, state);
      previous = state;
      if (!isGain) return;
      gains += 1;
      onGain?.();
      reloadSoon();
    });
    return [unsubscribe, () => cancel()];
  });

  return {
    watch(reloads) {
      let clientReloads: typeof watched | null = null;
      return {
        async request(endpoint, input) {
          if (clientReloads === null) {
            clientReloads = reloads().map((reload) => ({ ...reload }));
            watched.push(...clientReloads);
          }
          const load = clientReloads.find((candidate) => candidate.endpoint === endpoint);
          if (load === undefined) return api.request(endpoint, input);
          const gainsBefore = gains;
          load.last = input;
          load.isRefused = false;
          const response = await api.request(endpoint, input);
          if (load.last === input && [401, 402, 403].includes(response.status)) {
            load.isRefused = true;
            // Sent before access was gained.
            if (gains !== gainsBefore) reloadSoon();
          }
          return response;
        },
      };
    },
    start: lifecycle.start,
    destroy: lifecycle.destroy,
  };
}

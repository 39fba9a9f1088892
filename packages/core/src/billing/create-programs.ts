import { atom, type ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { programsEndpoint } from '../contract/index.ts';
import type { Log } from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, succeed } from '../shared/result.ts';
import type { Billing, ProgramsState } from './types.ts';

/** Loads the programs on offer; simultaneous calls share one request. */
export function createPrograms(
  api: Pick<ApiClient, 'request'>,
  log: Log,
): {
  readonly $programs: ReadableAtom<ProgramsState>;
  readonly loadPrograms: Billing['loadPrograms'];
  /** Loads again for another member, if the programs were requested. The callers of a pending load get this result. */
  reloadPrograms(): void;
  /** Aborts a pending request and restores the state from before it. */
  dropPrograms(): void;
} {
  const $programs = atom<ProgramsState>({ status: 'idle', programs: [] });
  const flight = createFlight<Awaited<ReturnType<Billing['loadPrograms']>>>();
  /** The state without the pending request. */
  let before = $programs.get();

  const load = async (signal: AbortSignal): ReturnType<Billing['loadPrograms']> => {
    const state = $programs.get();
    // A request that this one replaces has not restored the state yet.
    if (state.status !== 'loading') before = state;
    const known = before.programs;
    $programs.set({ status: 'loading', programs: known });
    const response = await api.request(programsEndpoint, { signal });
    if (!flight.end(signal)) {
      const next = flight.pending();
      if (next !== null) return next;
      $programs.set(before);
      return fail({ code: 'unavailable' });
    }
    if (!response.ok) {
      log('Failed to fetch program data', response);
      $programs.set({ status: 'failed', programs: known });
      return fail({ code: 'unavailable' });
    }
    $programs.set({ status: 'loaded', programs: response.data });
    return succeed(response.data);
  };

  const loadPrograms = (): ReturnType<Billing['loadPrograms']> => flight.pending() ?? flight.run(load);
  return {
    $programs,
    loadPrograms,
    reloadPrograms() {
      if ($programs.get().status !== 'idle') void flight.run(load);
    },
    dropPrograms: flight.abort,
  };
}

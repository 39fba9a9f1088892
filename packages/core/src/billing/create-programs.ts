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
  /** Aborts a pending request and restores the state from before it. */
  dropPrograms(): void;
} {
  const $programs = atom<ProgramsState>({ status: 'idle', programs: [] });
  const flight = createFlight<Awaited<ReturnType<Billing['loadPrograms']>>>();

  const load = async (signal: AbortSignal): ReturnType<Billing['loadPrograms']> => {
    const before = $programs.get();
    const known = before.programs;
    $programs.set({ status: 'loading', programs: known });
    const response = await api.request(programsEndpoint, { signal });
    if (!flight.end(signal)) {
      if (!flight.isPending()) $programs.set(before);
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
  return { $programs, loadPrograms, dropPrograms: flight.abort };
}

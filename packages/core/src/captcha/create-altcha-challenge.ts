import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type Endpoint, logoutEndpoint } from '../contract/index.ts';
import type { Log } from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import type { CaptchaChallenge, CaptchaSolver, CaptchaState } from './captcha.types.ts';

/** Creates a challenge of the self-hosted captcha. The API issues it and a solver of the captcha library solves it. */
export function createAltchaChallenge(api: Pick<ApiClient, 'request'>, log: Log): CaptchaChallenge {
  // Only the solver knows the format of the challenge, so any JSON is accepted here.
  const challengeCall: Endpoint<unknown> = {
    method: 'GET',
    path: '/captcha/challenge',
    bodyFormat: 'none',
    response: logoutEndpoint.response,
    hasDataKey: true,
  };
  const $state = atom<CaptchaState>({ status: 'unsolved' });
  const flight = createFlight<void>();

  async function solve(solver: CaptchaSolver, signal: AbortSignal): Promise<void> {
    $state.set({ status: 'solving' });
    const response = await api.request(challengeCall, { signal });
    let solution: string | null = null;
    try {
      if (response.ok) solution = await solver(response.data, signal);
    } catch (error) {
      // Logged, because the site supplies the solver and needs to find its errors.
      if (!signal.aborted) log('The captcha was not solved.', error);
    }
    if (!flight.end(signal)) return;
    $state.set(solution === null ? { status: 'unavailable' } : { status: 'solved', solution });
  }

  return {
    $state,
    mount: null,
    solve(solver) {
      if ($state.get().status === 'solved') return Promise.resolve();
      // A second call waits for the first and gets the same solution.
      return flight.pending() ?? flight.run((signal) => solve(solver, signal));
    },
    solution() {
      const state = $state.get();
      return state.status === 'solved' ? state.solution : null;
    },
    reset() {
      flight.abort();
      $state.set({ status: 'unsolved' });
    },
  };
}

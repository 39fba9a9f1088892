import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type Endpoint, logoutEndpoint } from '../contract/index.ts';
import type { Log } from '../ports/index.ts';
import type { CaptchaChallenge, CaptchaSolver, CaptchaState } from './captcha.types.ts';

const DEFAULT_PATH = '/captcha/challenge';

/** Creates a challenge of the self-hosted captcha. The API issues it and a solver of the captcha library solves it. */
export function createAltchaChallenge(
  api: Pick<ApiClient, 'request'>,
  log: Log,
  path: string = DEFAULT_PATH,
): CaptchaChallenge {
  // Only the solver knows the format of the challenge, so any JSON is accepted here.
  const challengeCall: Endpoint<unknown> = {
    method: 'GET',
    path,
    bodyFormat: 'none',
    response: logoutEndpoint.response,
    hasDataKey: true,
  };
  const $state = atom<CaptchaState>({ status: 'unsolved' });
  let abort: AbortController | null = null;
  let running = Promise.resolve();

  async function solve(solver: CaptchaSolver, mine: AbortController): Promise<void> {
    const response = await api.request(challengeCall, { signal: mine.signal });
    let solution: string | null = null;
    try {
      if (response.ok) solution = await solver(response.data, mine.signal);
    } catch (error) {
      // Logged, because the site supplies the solver and needs to find its errors.
      if (!mine.signal.aborted) log('The captcha was not solved.', error);
    }
    if (abort !== mine) return;
    $state.set(solution === null ? { status: 'unavailable' } : { status: 'solved', solution });
  }

  return {
    $state,
    mount: null,
    solve(solver) {
      const { status } = $state.get();
      if (status === 'solved') return Promise.resolve();
      // A second call waits for the first and gets the same solution.
      if (status !== 'solving') {
        abort = new AbortController();
        $state.set({ status: 'solving' });
        running = solve(solver, abort);
      }
      return running;
    },
    solution() {
      const state = $state.get();
      return state.status === 'solved' ? state.solution : null;
    },
    reset() {
      abort?.abort();
      abort = null;
      $state.set({ status: 'unsolved' });
    },
  };
}

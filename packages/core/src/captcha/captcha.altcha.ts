import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type Endpoint, logoutEndpoint } from '../contract/index.ts';
import type { CaptchaChallenge, CaptchaState } from './captcha.types.ts';

const DEFAULT_PATH = '/captcha/challenge';

/** A challenge of the self-hosted captcha: fetched from the API, and solved by a solver of its library. */
export function createAltchaChallenge(
  api: Pick<ApiClient, 'request'>,
  path: string = DEFAULT_PATH,
): CaptchaChallenge {
  // The format is the captcha library's own (decisions.md 11), and only its solver reads it: here any JSON will do, as
  // for the calls whose answer's shape is not known.
  const challengeCall: Endpoint<unknown> = {
    method: 'GET',
    path,
    bodyFormat: 'none',
    answer: logoutEndpoint.answer,
    hasDataKey: true,
  };
  const $state = atom<CaptchaState>({ status: 'unsolved' });
  let abort: AbortController | null = null;

  return {
    $state,
    mount: null,
    async solve(solver) {
      const { status } = $state.get();
      if (status === 'solving' || status === 'solved') return;
      const mine = new AbortController();
      abort = mine;
      $state.set({ status: 'solving' });
      const answer = await api.request(challengeCall, { signal: mine.signal });
      const solution = answer.ok ? await solver(answer.data, mine.signal).catch(() => null) : null;
      if (abort !== mine) return;
      $state.set(solution === null ? { status: 'unavailable' } : { status: 'solved', solution });
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

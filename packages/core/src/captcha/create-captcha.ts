import { atom } from 'nanostores';
import { type Endpoint, endpoints } from '../contract/index.ts';
import type {
  Captcha,
  CaptchaChallenge,
  CaptchaConfig,
  CaptchaOptions,
  CaptchaState,
} from './captcha.types.ts';

const DEFAULT_PATH = '/captcha/challenge';

/** Makes a site's captcha; each form takes a challenge of its own from it. */
export function createCaptcha(config: CaptchaConfig, { api }: CaptchaOptions): Captcha {
  const path = (config.provider === 'altcha' ? config.challengePath : undefined) ?? DEFAULT_PATH;
  // The format is the captcha library's own (decisions.md 11), and only its solver reads it: here any JSON will do, as
  // for the calls whose answer's shape is not known.
  const challengeCall: Endpoint<unknown> = {
    method: 'GET',
    path,
    bodyFormat: 'none',
    body: null,
    answer: endpoints.logout.answer,
    hasDataKey: true,
  };

  function createChallenge(): CaptchaChallenge {
    const $state = atom<CaptchaState>({ status: 'unsolved' });
    let abort: AbortController | null = null;

    return {
      $state,
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

  return { config, required: config.provider !== 'none', createChallenge };
}

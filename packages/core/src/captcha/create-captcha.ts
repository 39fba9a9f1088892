import { atom } from 'nanostores';
import type { Captcha, CaptchaChallenge, CaptchaConfig, CaptchaState } from './captcha.types.ts';

/** Makes a site's captcha; each form takes a challenge of its own from it. */
export function createCaptcha(config: CaptchaConfig): Captcha {
  return { config, required: config.provider !== 'none', createChallenge };
}

function createChallenge(): CaptchaChallenge {
  const $state = atom<CaptchaState>({ status: 'unsolved', attempt: 0 });
  // A widget that is being taken away may still report: what is not of this attempt is dropped.
  const report = (attempt: number, state: CaptchaState): void => {
    if ($state.get().attempt === attempt) $state.set(state);
  };
  return {
    $state,
    solved: (solution, attempt) => report(attempt, { status: 'solved', attempt, solution }),
    expired: (attempt) => report(attempt, { status: 'unsolved', attempt }),
    unavailable: (attempt) => report(attempt, { status: 'unavailable', attempt }),
    solution() {
      const state = $state.get();
      return state.status === 'solved' ? state.solution : null;
    },
    reset: () => $state.set({ status: 'unsolved', attempt: $state.get().attempt + 1 }),
  };
}

import { atom } from 'nanostores';
import { registerEndpoint } from '../contract/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { fail, succeed } from '../shared/result.ts';
import { readSignUpResponse, signUpError } from './sign-up.rules.ts';
import type { SignUp, SignUpOptions, SignUpState } from './sign-up.types.ts';

/** Creates the state of the sign-up form. */
export function createSignUp(options: SignUpOptions): SignUp {
  const $state = atom<SignUpState>({ status: 'idle' });
  const retry = createCountdown(options);
  let submission = 0;

  return {
    $state,
    $retryIn: retry.$secondsLeft,
    async submit(fields, captcha) {
      if ($state.get().status === 'submitting') return fail(signUpError('busy'));
      if (options.captchaRequired?.() && !captcha) {
        const error = signUpError('captcha-missing');
        $state.set({ status: 'failed', error });
        return fail(error);
      }
      submission += 1;
      const mine = submission;
      retry.stop();
      $state.set({ status: 'submitting' });
      const response = await options.api.request(registerEndpoint, {
        body: captcha ? { ...fields, captcha } : fields,
      });
      const error = readSignUpResponse(response);
      // After a reset, the state stays unchanged; the caller still gets the result.
      if (mine !== submission) return error === null ? succeed(null) : fail(error);
      if (error?.code === 'throttled') retry.begin(error.retryAfter);
      $state.set(error === null ? { status: 'created' } : { status: 'failed', error });
      return error === null ? succeed(null) : fail(error);
    },
    reset() {
      submission += 1;
      retry.stop();
      $state.set({ status: 'idle' });
    },
  };
}

import { atom } from 'nanostores';
import { registerEndpoint } from '../contract/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { readSignUpAnswer, signUpError } from './sign-up.rules.ts';
import type { SignUp, SignUpError, SignUpOptions, SignUpState } from './sign-up.types.ts';

/** Creates the state of the sign-up form. */
export function createSignUp(options: SignUpOptions): SignUp {
  const $state = atom<SignUpState>({ status: 'idle' });
  let submission = 0;

  function refuse(error: SignUpError): { readonly ok: false; readonly error: SignUpError } {
    $state.set({ status: 'failed', error });
    return fail(error);
  }

  return {
    $state,
    async submit(fields, captcha) {
      if ($state.get().status === 'submitting') return fail(signUpError('busy'));
      if ((options.captchaRequired?.() ?? false) && !captcha) return refuse(signUpError('captcha-missing'));
      submission += 1;
      const mine = submission;
      $state.set({ status: 'submitting' });
      const answer = await options.api.request(registerEndpoint, {
        body: captcha ? { ...fields, captcha } : fields,
      });
      const error = readSignUpAnswer(answer);
      // After a reset, the state stays unchanged; the caller still gets the result.
      if (mine !== submission) return error === null ? succeed(null) : fail(error);
      if (error !== null) return refuse(error);
      $state.set({ status: 'created' });
      return succeed(null);
    },
    reset() {
      submission += 1;
      $state.set({ status: 'idle' });
    },
  };
}

import { atom } from 'nanostores';
import { changePasswordEndpoint } from '../contract/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { fail, succeed } from '../shared/result.ts';
import { watchSession } from '../shared/session-epoch.ts';
import {
  checkPasswordChange,
  passwordChangeError,
  readPasswordChangeResponse,
} from './password-change.rules.ts';
import type { PasswordChange, PasswordChangeOptions, PasswordChangeState } from './password-change.types.ts';

/** Creates the state of the Change password form. */
export function createPasswordChange(options: PasswordChangeOptions): PasswordChange {
  const { api, session } = options;
  const retry = createCountdown(options);
  const $state = atom<PasswordChangeState>({ status: 'idle' });
  let attempt = 0;

  function reset(): void {
    attempt += 1;
    retry.stop();
    $state.set({ status: 'idle' });
  }

  return {
    $state,
    $retryIn: retry.$secondsLeft,
    reset,
    async submit({ current_password, password, confirm_password }) {
      if ($state.get().status === 'sending') return fail(passwordChangeError('busy'));
      const body = { current_password, password, confirm_password };
      const problems = checkPasswordChange(body);
      if (Object.keys(problems).length > 0) {
        const error = passwordChangeError('invalid', { problems });
        $state.set({ status: 'failed', error });
        return fail(error);
      }
      attempt += 1;
      const mine = attempt;
      const isSameSession = watchSession(session);
      retry.stop();
      $state.set({ status: 'sending' });
      const response = await api.request(changePasswordEndpoint, { body });
      if (mine !== attempt) return fail(passwordChangeError('superseded'));
      if (!isSameSession() || session.$state.get().status !== 'signed-in') {
        reset();
        return fail(passwordChangeError('superseded'));
      }
      const error = readPasswordChangeResponse(response);
      $state.set(error === null ? { status: 'done' } : { status: 'failed', error });
      if (error?.code === 'throttled') retry.begin(error.retryAfter);
      return error === null ? succeed(null) : fail(error);
    },
  };
}

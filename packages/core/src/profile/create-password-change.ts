import { atom } from 'nanostores';
import { changePasswordEndpoint } from '../contract/index.ts';
import { fail, succeed } from '../shared/result.ts';
import {
  checkPasswordChange,
  passwordChangeError,
  readPasswordChangeAnswer,
} from './password-change.rules.ts';
import type { PasswordChange, PasswordChangeOptions, PasswordChangeState } from './password-change.types.ts';

/** Creates the state of the Change password form. */
export function createPasswordChange({ api, session }: PasswordChangeOptions): PasswordChange {
  const $state = atom<PasswordChangeState>({ status: 'idle' });
  let attempt = 0;

  function reset(): void {
    attempt += 1;
    $state.set({ status: 'idle' });
  }

  return {
    $state,
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
      const before = session.$state.get();
      $state.set({ status: 'sending' });
      const answer = await api.request(changePasswordEndpoint, { body });
      if (mine !== attempt) return fail(passwordChangeError('superseded'));
      const now = session.$state.get();
      if (before.status !== 'signed-in' || now.status !== 'signed-in' || before.epoch !== now.epoch) {
        reset();
        return fail(passwordChangeError('superseded'));
      }
      const error = readPasswordChangeAnswer(answer);
      $state.set(error === null ? { status: 'done' } : { status: 'failed', error });
      return error === null ? succeed(null) : fail(error);
    },
  };
}

import { atom } from 'nanostores';
import {
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  passkeySignInEndpoint,
  type User,
} from '../contract/index.ts';
import { type Cancel, systemTimers } from '../ports/index.ts';
import { browserPasskeys } from '../ports/passkeys.ts';
import { errorOf, isUnsupported } from '../shared/failures.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { readPasskeysFailure, readRefusal, readSignInError } from './passkeys.rules.ts';
import type {
  PasskeySignIn,
  PasskeySignInInput,
  PasskeySignInOptions,
  PasskeySignInState,
  PasskeysError,
} from './passkeys.types.ts';

/** Milliseconds until a new challenge replaces the offered one, which is valid for 5 minutes. */
const RENEW_AFTER = 4 * 60_000;

type Autofill = Parameters<PasskeySignIn['start']>[0];

/** Creates the sign-in with a passkey. It sends nothing before `start()` or `signIn()`. */
export function createPasskeySignIn(options: PasskeySignInOptions): PasskeySignIn {
  const { api, session, browser = browserPasskeys, scheduler = systemTimers } = options;
  const $state = atom<PasskeySignInState>({ status: 'idle' });
  let autofill: Autofill | null = null;
  /** The options that no passkey has used; null when a request needs new ones. */
  let request: PasskeyRequestOptions | null = null;
  /** Incremented by each request for options, and by the end; async work of an older value discards its result. */
  let epoch = 0;
  let cancelTimer: Cancel = () => {};

  /** Requests options and offers passkeys among the suggestions, until they are used or renewed. */
  async function offer(): Promise<void> {
    epoch += 1;
    const mine = epoch;
    cancelTimer();
    request = null;
    const response = await api.request(passkeySignInEndpoint, { token: null });
    if (mine !== epoch) return;
    if (!response.ok && isUnsupported(response)) {
      $state.set({ status: 'unsupported' });
      return;
    }
    if ($state.get().status === 'idle') $state.set({ status: 'ready' });
    cancelTimer = scheduler.after(RENEW_AFTER, () => void offer());
    if (!response.ok) return;
    request = response.data;
    if (!(await browser.canAutofill()) || mine !== epoch) return;
    const chosen = await browser.use(response.data, true);
    if (!chosen.ok || mine !== epoch || autofill === null) return;
    const { input, onSignedIn } = autofill;
    $state.set({ status: 'submitting' });
    const result = await submit(chosen.value, input());
    if (result.ok) onSignedIn(result.value);
  }

  /** Ends an attempt. After a failure, passkeys are offered again. */
  function finish(result: Result<User, PasskeysError>): Result<User, PasskeysError> {
    const isOver = result.ok || result.error.code === 'superseded';
    $state.set(isOver ? { status: 'ready' } : { status: 'failed', error: result.error });
    if (!result.ok && autofill !== null) void offer();
    return result;
  }

  async function submit(
    passkey: PasskeyAssertion,
    { remember }: PasskeySignInInput,
  ): Promise<Result<User, PasskeysError>> {
    request = null;
    const result = await session.signIn({ type: 'passkey', passkey, remember });
    return finish(result.ok ? succeed(result.value) : fail(readSignInError(result.error)));
  }

  return {
    $state,
    start(given) {
      autofill = given;
      if (browser.isSupported()) void offer();
      else $state.set({ status: 'unsupported' });
      return () => {
        autofill = null;
        epoch += 1;
        cancelTimer();
        request = null;
        if (browser.isSupported()) browser.cancel();
        $state.set({ status: 'idle' });
      };
    },
    async signIn(input) {
      if ($state.get().status === 'submitting') return fail(errorOf('busy'));
      $state.set({ status: 'submitting' });
      epoch += 1;
      const mine = epoch;
      cancelTimer();
      let current = request;
      if (current === null) {
        const response = await api.request(passkeySignInEndpoint, { token: null });
        if (mine !== epoch) return fail(errorOf('superseded'));
        if (!response.ok) return finish(fail(readPasskeysFailure(response)));
        current = response.data;
      }
      // With the options at hand, the prompt opens within the press of the button, as browsers require.
      const used = await browser.use(current, false);
      if (mine !== epoch) return fail(errorOf('superseded'));
      return used.ok ? submit(used.value, input) : finish(fail(readRefusal(used.error)));
    },
  };
}

import { atom } from 'nanostores';
import type { User } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import type { SocialSignIn } from '../session/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { errorOf } from '../shared/failures.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createProviderWindows } from './provider-windows.ts';
import { meetsNeed, needOf } from './social-sign-in.rules.ts';
import type {
  SocialAccount,
  SocialAddition,
  SocialError,
  SocialSignInFeature,
  SocialSignInInput,
  SocialSignInOptions,
  SocialSignInState,
  SocialType,
} from './social-sign-in.types.ts';

/** A code is valid only for the address that it was mailed to. */
function withAddition(request: SocialSignIn, addition: SocialAddition): SocialSignIn {
  return 'address' in addition ? { ...request, otp: undefined, ...addition } : { ...request, ...addition };
}

/** Creates the social sign-ins. Nothing is loaded or opened before an action. */
export function createSocialSignIn(options: SocialSignInOptions): SocialSignInFeature {
  const { session, providers, captchaRequired = () => false, log = silentLog } = options;
  const retry = createCountdown(options);
  const windows = createProviderWindows(providers, log);
  const $state = atom<SocialSignInState>({ status: 'idle' });
  let attempt: AbortController | null = null;
  /** The request of the sign-in for which the server needs more data. */
  let waiting: SocialSignIn | null = null;

  /** Runs one sign-in at a time. A result after `reset` is returned, but does not change the state. */
  async function run<T>(
    type: SocialType,
    work: (signal: AbortSignal) => Promise<Result<T, SocialError>>,
  ): Promise<Result<T, SocialError>> {
    if (attempt !== null) return fail(errorOf('busy'));
    const mine = new AbortController();
    attempt = mine;
    retry.stop();
    $state.set({ status: 'submitting', type });
    const result = await work(mine.signal);
    if (attempt === mine) {
      attempt = null;
      if (result.ok || result.error.code === 'cancelled') $state.set({ status: 'idle' });
      else settle(type, result.error);
    }
    return result;
  }

  /** Updates the state after an error: `asking` when the server needs more data, else `failed`. */
  function settle(type: SocialType, error: SocialError, addition: SocialAddition | null = null): void {
    const need = needOf(error);
    if (error.code === 'throttled') retry.begin(error.retryAfter);
    if (need === null) {
      waiting = null;
      $state.set({ status: 'failed', type, error });
      return;
    }
    const hasFailed = addition !== null && meetsNeed(addition, need);
    const address = waiting?.address ?? '';
    const { message } = error;
    $state.set({ status: 'asking', type, needs: need, address, message, hasFailed, busy: false });
  }

  async function submit(
    type: SocialType,
    account: SocialAccount,
    input: SocialSignInInput,
  ): Promise<Result<User, SocialError>> {
    const request: SocialSignIn = { type, ...account, ...input };
    const result = await session.signIn(request);
    if (!result.ok && needOf(result.error) !== null) waiting = request;
    return result;
  }

  return {
    $state,
    $retryIn: retry.$secondsLeft,
    provider(type) {
      const provider = providers[type];
      return provider === undefined ? null : { kind: provider.kind, sandbox: provider.sandbox };
    },
    prepare: windows.prepare,
    signIn: (type, input) =>
      run(type, async (signal) => {
        if (captchaRequired() && !input.captcha) return fail(errorOf('captcha-missing'));
        const account = await windows.ask(type, signal);
        return account.ok ? submit(type, account.value, input) : account;
      }),
    async add(addition) {
      const state = $state.get();
      const mine = waiting;
      if (state.status !== 'asking' || mine === null) return fail(errorOf('superseded'));
      if (state.busy) return fail(errorOf('busy'));
      retry.stop();
      $state.set({ ...state, busy: true });
      const request = withAddition(mine, addition);
      const result = await session.signIn(request);
      if (waiting !== mine) return result;
      if (result.ok) {
        waiting = null;
        $state.set({ status: 'idle' });
      } else if (result.error.code === 'throttled' || result.error.code === 'unavailable') {
        // The server did not decide, so the same input can be sent again.
        if (result.error.code === 'throttled') retry.begin(result.error.retryAfter);
        $state.set({ ...state, message: result.error.message, hasFailed: true, busy: false });
      } else {
        waiting = request;
        settle(state.type, result.error, addition);
      }
      return result;
    },
    prove: (type) => run(type, (signal) => windows.ask(type, signal)),
    async mount(type, host, options) {
      const { theme, width } = options;
      const provider = providers[type];
      const onAccount =
        'onAccount' in options
          ? options.onAccount
          : (account: SocialAccount) => {
              const { input, onResult } = options;
              void run(type, () => submit(type, account, input())).then(onResult);
            };
      try {
        if (provider?.kind !== 'button') throw new Error('There is no such button.');
        return succeed(await provider.mount(host, { theme, width }, onAccount));
      } catch (error) {
        const failed = windows.failWith(type, error);
        if (attempt === null && !failed.ok) $state.set({ status: 'failed', type, error: failed.error });
        return failed;
      }
    },
    reset() {
      attempt?.abort();
      attempt = null;
      waiting = null;
      retry.stop();
      $state.set({ status: 'idle' });
    },
  };
}

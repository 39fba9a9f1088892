import { atom } from 'nanostores';
import type { User } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { socialError } from './social-sign-in.rules.ts';
import {
  type SocialAccount,
  type SocialError,
  SocialProblem,
  type SocialSignInFeature,
  type SocialSignInInput,
  type SocialSignInOptions,
  type SocialSignInState,
  type SocialType,
} from './social-sign-in.types.ts';

const LABELS: Readonly<Record<SocialType, string>> = { google: 'Google', facebook: 'Facebook' };

/** Makes the social sign-ins over a session. Nothing is loaded or opened before an action. */
export function createSocialSignIn(options: SocialSignInOptions): SocialSignInFeature {
  const { session, providers, captchaRequired = () => false, log = silentLog } = options;
  const $state = atom<SocialSignInState>({ status: 'idle' });
  let attempt: AbortController | null = null;

  /** Runs one sign-in at a time; what ends after `reset` changes nothing. */
  async function run<T>(
    type: SocialType,
    work: (signal: AbortSignal) => Promise<Result<T, SocialError>>,
  ): Promise<Result<T, SocialError>> {
    if (attempt !== null) return fail(socialError('superseded'));
    const mine = new AbortController();
    attempt = mine;
    $state.set({ status: 'submitting', type });
    const result = await work(mine.signal);
    if (attempt === mine) {
      attempt = null;
      const quiet = result.ok || result.error.code === 'cancelled';
      $state.set(quiet ? { status: 'idle' } : { status: 'failed', type, error: result.error });
    }
    return result;
  }

  /** Product.md 8: a provider's failure is logged; that it is also told to the person is decisions.md 4. */
  function failWith(type: SocialType, error: unknown): Result<never, SocialError> {
    log(`${LABELS[type]} login failed.`, error);
    return fail(socialError(error instanceof SocialProblem ? error.code : 'provider-failed'));
  }

  /** What the provider's window gives. */
  async function ask(type: SocialType, signal: AbortSignal): Promise<Result<SocialAccount, SocialError>> {
    const provider = providers[type];
    if (provider?.kind !== 'window') return failWith(type, new Error('There is no such window.'));
    try {
      const account = await provider.signIn(signal);
      if (account !== null && !signal.aborted) return succeed(account);
    } catch (error) {
      return failWith(type, error);
    }
    log(`${LABELS[type]} login failed.`, 'cancelled');
    return fail(socialError('cancelled'));
  }

  function submit(
    type: SocialType,
    account: SocialAccount,
    input: SocialSignInInput,
  ): Promise<Result<User, SocialError>> {
    return session.signIn({ type, ...account, ...input });
  }

  return {
    $state,
    provider(type) {
      const provider = providers[type];
      return provider === undefined ? null : { kind: provider.kind, sandbox: provider.sandbox };
    },
    async prepare(type) {
      const provider = providers[type];
      if (provider?.kind !== 'window') return;
      await provider.prepare().catch((error: unknown) => void failWith(type, error));
    },
    signIn: (type, input) =>
      run(type, async (signal) => {
        if (captchaRequired() && !input.captcha) return fail(socialError('captcha-missing'));
        const asked = await ask(type, signal);
        return asked.ok ? submit(type, asked.value, input) : asked;
      }),
    prove: (type) => run(type, (signal) => ask(type, signal)),
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
        const failed = failWith(type, error);
        if (attempt === null && !failed.ok) $state.set({ status: 'failed', type, error: failed.error });
        return failed;
      }
    },
    reset() {
      attempt?.abort();
      attempt = null;
      $state.set({ status: 'idle' });
    },
  };
}

import type { Log } from '../ports/index.ts';
import { errorOf } from '../shared/failures.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import {
  type SocialAccount,
  type SocialError,
  SocialProblem,
  type SocialSignInOptions,
  type SocialType,
} from './social-sign-in.types.ts';

const labels: Readonly<Record<SocialType, string>> = { google: 'Google', facebook: 'Facebook' };

/** The sign-in windows of the providers. */
export interface ProviderWindows {
  /** Logs a provider's failure and returns it. */
  failWith(type: SocialType, error: unknown): Result<never, SocialError>;
  /** Loads what the window needs, so that it opens at once. */
  prepare(type: SocialType): Promise<void>;
  /** Opens the provider's window and resolves with the account. */
  ask(type: SocialType, signal: AbortSignal): Promise<Result<SocialAccount, SocialError>>;
}

/** Opens the sign-in windows of the providers. Each failure is logged. */
export function createProviderWindows(
  providers: SocialSignInOptions['providers'],
  log: Log,
): ProviderWindows {
  function failWith(type: SocialType, error: unknown): Result<never, SocialError> {
    log(`${labels[type]} login failed.`, error);
    return fail(errorOf(error instanceof SocialProblem ? error.code : 'provider-failed'));
  }

  return {
    failWith,
    async prepare(type: SocialType): Promise<void> {
      const provider = providers[type];
      if (provider?.kind !== 'window') return;
      await provider.prepare().catch((error: unknown) => void failWith(type, error));
    },
    async ask(type: SocialType, signal: AbortSignal): Promise<Result<SocialAccount, SocialError>> {
      const provider = providers[type];
      if (provider?.kind !== 'window') return failWith(type, new Error(`social.${type}: no window`));
      try {
        const account = await provider.signIn(signal);
        if (account !== null && !signal.aborted) return succeed(account);
      } catch (error) {
        return failWith(type, error);
      }
      log(`${labels[type]} login failed.`, 'cancelled');
      return fail(errorOf('cancelled'));
    },
  };
}

import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Log, Scripts, Timers } from '../ports/index.ts';

/**
 * Which captcha a site has. `altcha`: a self-hosted proof of work. `recaptcha`: Google's checkbox (version 2). `none`:
 * no captcha is asked for.
 */
export type CaptchaConfig =
  | {
      readonly provider: 'altcha';
      /** Below the API's prefix; `/captcha/challenge` by default. */
      readonly challengePath?: string;
    }
  | {
      readonly provider: 'recaptcha';
      /** The public one of the two keys; the other is the server's. */
      readonly siteKey: string;
    }
  | { readonly provider: 'none' };

/**
 * Port: solves a challenge in the provider's own format. Resolves with the text that the server verifies; null when it
 * was taken back. Rejects for a challenge that it does not understand.
 */
export type CaptchaSolver = (challenge: unknown, signal: AbortSignal) => Promise<string | null>;

/**
 * How a form's challenge stands: unsolved, solving, then solved, expired (solved too long ago: it is to be solved
 * again) or unavailable (no challenge could be had, or it could not be solved).
 */
export type CaptchaState =
  | { readonly status: 'unsolved' | 'solving' | 'expired' | 'unavailable' }
  | { readonly status: 'solved'; readonly solution: string };

/** How the provider's own widget should look. */
export interface CaptchaLook {
  readonly theme: 'light' | 'dark';
  /** `compact` fits a narrow phone. */
  readonly size: 'normal' | 'compact';
}

/** One form's challenge. The form reads the solution and sends it with its own call. */
export interface CaptchaChallenge {
  readonly $state: ReadableAtom<CaptchaState>;
  /**
   * Fetches a challenge and solves it. While one is being solved that is waited for, and with a solved one nothing
   * happens. Not with `mount`.
   */
  solve(solver: CaptchaSolver): Promise<void>;
  /**
   * Draws the provider's widget into `host` and follows it; the function that it gives takes it away. Null where the
   * site draws the captcha itself. A widget that cannot be had makes the state `unavailable`; mounting tries again.
   */
  readonly mount: ((host: HTMLElement, look: CaptchaLook) => () => void) | null;
  /** The solution, or null while there is none. */
  solution(): string | null;
  /** Begins anew: a solution serves once. What is on its way is dropped. */
  reset(): void;
}

export interface CaptchaOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Brings reCAPTCHA's script; the browser's script tags by default. */
  readonly scripts?: Scripts;
  readonly scheduler?: Timers;
  /** Hears why a widget could not be had, or what a solver threw. */
  readonly log?: Log;
}

/** A site's captcha. */
export interface Captcha {
  readonly config: CaptchaConfig;
  /** Whether sign-in, sign-up and the contact form need a solution. */
  readonly required: boolean;
  /** A challenge for one form. */
  createChallenge(): CaptchaChallenge;
}

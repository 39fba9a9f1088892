import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Log, Scripts, Timers } from '../ports/index.ts';

/**
 * The captcha of a site. `altcha`: a self-hosted proof of work. `recaptcha`: Google's checkbox (version 2). `none`: no
 * captcha.
 */
export type CaptchaConfig =
  | { readonly provider: 'altcha' }
  | {
      readonly provider: 'recaptcha';
      /** The public site key. */
      readonly siteKey: string;
    }
  | { readonly provider: 'none' };

/**
 * Port: solves a challenge in the provider's format. Resolves with the text that the server verifies; null when aborted.
 * Rejects for an invalid challenge.
 */
export type CaptchaSolver = (challenge: unknown, signal: AbortSignal) => Promise<string | null>;

/**
 * The state of a challenge: unsolved, solving, then solved, expired (it must be solved again) or unavailable (it could
 * not be loaded or solved).
 */
export type CaptchaState =
  | { readonly status: 'unsolved' | 'solving' | 'expired' | 'unavailable' }
  | { readonly status: 'solved'; readonly solution: string };

/** The look of the provider's widget. */
export interface CaptchaLook {
  readonly theme: 'light' | 'dark';
  /** `compact` is for narrow screens. */
  readonly size: 'normal' | 'compact';
}

/** The challenge of one form. The form sends the solution with its request. */
export interface CaptchaChallenge {
  readonly $state: ReadableAtom<CaptchaState>;
  /**
   * Loads and solves a challenge. Waits when one is being solved; does nothing when it is solved. Not for captchas
   * with `mount`.
   */
  solve(solver: CaptchaSolver): Promise<void>;
  /**
   * Renders the provider's widget into `host` and returns a function that removes it. Null when the site renders the
   * captcha. When the widget fails to load, the state becomes `unavailable`; mounting again retries.
   */
  readonly mount: ((host: HTMLElement, look: CaptchaLook) => () => void) | null;
  /** Returns the solution; null before it is solved. */
  solution(): string | null;
  /** Resets the challenge, because a solution is valid once. Discards a pending one. */
  reset(): void;
}

export interface CaptchaOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Loads reCAPTCHA's script; `<script>` elements by default. */
  readonly scripts?: Scripts;
  readonly scheduler?: Timers;
  /** Receives errors of widgets and solvers. */
  readonly log?: Log;
}

/** A site's captcha. */
export interface Captcha {
  readonly config: CaptchaConfig;
  /** Whether sign-in, sign-up and the contact form need a solution. */
  readonly required: boolean;
  /** Creates the challenge of a form. */
  createChallenge(): CaptchaChallenge;
}

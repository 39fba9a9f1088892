import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';

/** Which captcha a site has. `altcha`: a self-hosted proof of work. `none`: no captcha is asked for. */
export type CaptchaConfig =
  | {
      readonly provider: 'altcha';
      /** Below the API's prefix; `/captcha/challenge` by default. */
      readonly challengePath?: string;
    }
  | { readonly provider: 'none' };

/**
 * Port: solves a challenge in the provider's own format. Resolves with the text that the server verifies; null when it
 * was taken back. Rejects for a challenge that it does not understand.
 */
export type CaptchaSolver = (challenge: unknown, signal: AbortSignal) => Promise<string | null>;

/**
 * How a form's challenge stands: unsolved, solving, then solved or unavailable (no challenge could be had, or it could
 * not be solved).
 */
export type CaptchaState =
  | { readonly status: 'unsolved' | 'solving' | 'unavailable' }
  | { readonly status: 'solved'; readonly solution: string };

/** One form's challenge. The form reads the solution and sends it with its own call. */
export interface CaptchaChallenge {
  readonly $state: ReadableAtom<CaptchaState>;
  /** Fetches a challenge and solves it; while one is being solved, or is, nothing happens. */
  solve(solver: CaptchaSolver): Promise<void>;
  /** The solution, or null while there is none. */
  solution(): string | null;
  /** Begins anew: a solution serves once. What is on its way is dropped. */
  reset(): void;
}

export interface CaptchaOptions {
  readonly api: Pick<ApiClient, 'request'>;
}

/** A site's captcha. */
export interface Captcha {
  readonly config: CaptchaConfig;
  /** Whether sign-in and sign-up need a solution (product.md 5). */
  readonly required: boolean;
  createChallenge(): CaptchaChallenge;
}

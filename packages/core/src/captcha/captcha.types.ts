import type { ReadableAtom } from 'nanostores';

/**
 * Which captcha a site has. `altcha`: a self-hosted proof of work whose widget fetches its challenge from
 * `challengeUrl`. `none`: no captcha is asked for.
 */
export type CaptchaConfig =
  | { readonly provider: 'altcha'; readonly challengeUrl: string }
  | { readonly provider: 'none' };

/**
 * How a form's challenge stands. `attempt` grows with every reset: a widget is drawn anew for each.
 * `unavailable`: no challenge could be had.
 */
export type CaptchaState =
  | { readonly status: 'unsolved' | 'unavailable'; readonly attempt: number }
  | { readonly status: 'solved'; readonly attempt: number; readonly solution: string };

/** One form's challenge. The widget reports to it; the form reads the solution and sends it with its own call. */
export interface CaptchaChallenge {
  readonly $state: ReadableAtom<CaptchaState>;
  /** For the widget: it was solved in the given attempt. */
  solved(solution: string, attempt: number): void;
  /** For the widget: the solution is no longer good. */
  expired(attempt: number): void;
  /** For the widget: no challenge could be had. */
  unavailable(attempt: number): void;
  /** The solution, or null while there is none. */
  solution(): string | null;
  /** Begins a new attempt: a solution serves once. */
  reset(): void;
}

/** A site's captcha. */
export interface Captcha {
  readonly config: CaptchaConfig;
  /** Whether sign-in and sign-up need a solution (product.md 5). */
  readonly required: boolean;
  createChallenge(): CaptchaChallenge;
}

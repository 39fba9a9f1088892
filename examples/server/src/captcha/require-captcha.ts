import type { ServerContext } from '../context.ts';
import { captchaUsed } from '../db/schema/accounts.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { CaptchaUnavailable, verifyRecaptcha } from '../providers/captcha/recaptcha.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { type CaptchaKeys, useCaptcha } from './altcha.ts';

/** What the challenge stands before, and who hands it in. */
export interface CaptchaPlace {
  readonly action: 'sign-in' | 'sign-up' | 'contact';
  readonly address: string;
}

/** Longer than any token counts: after that, its age alone refuses it. */
const keepMs = 15 * 60_000;

/** The keys that sign this installation's challenges. */
export async function readCaptchaKeys(context: ServerContext): Promise<CaptchaKeys> {
  const [challenge, solution] = await Promise.all([
    context.installationKey('captcha-challenge'),
    context.installationKey('captcha-solution'),
  ]);
  return { challenge, solution };
}

/**
 * Uses up a solved challenge. Throws 422 with `errors.captcha` for a missing, wrong, late or used one. While reCAPTCHA
 * does not answer, sign-up and a question are refused with 503, and sign-in goes on under a tighter throttle, 429.
 */
export async function requireCaptcha(
  context: ServerContext,
  captcha: string | undefined,
  place: CaptchaPlace,
): Promise<void> {
  if (context.config.captcha === 'off') return;
  const good =
    context.config.recaptcha === null
      ? await useCaptcha(context.db, await readCaptchaKeys(context), captcha, context.clock.now())
      : await useRecaptcha(context, context.config.recaptcha, captcha, place);
  if (!good) throw fieldError('captcha', 'Please verify reCAPTCHA.');
}

async function useRecaptcha(
  context: ServerContext,
  keys: NonNullable<ServerContext['config']['recaptcha']>,
  token: string | undefined,
  place: CaptchaPlace,
): Promise<boolean> {
  if (token === undefined || token === '') return false;
  const { config, db, clock, log } = context;
  const now = clock.now();
  const hostnames = [config.publicUrl, ...config.allowedOrigins].map((origin) => new URL(origin).hostname);
  try {
    const verdict = await verifyRecaptcha({ ...keys, hostnames }, token, now);
    if (!verdict.ok) return false;
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error('captcha-unavailable', { action: place.action, error });
    if (place.action !== 'sign-in') {
      throw new HttpError(503, 'The captcha could not be checked. Please try again later.');
    }
    await throttle(context, 'captcha-outage.address', place.address);
  }
  // reCAPTCHA takes a token once; that ours does too holds when its answer is late, twice at once, or missing.
  const claimed = await db
    .insert(captchaUsed)
    .values({ signature: `recaptcha:${sha256Hex(token)}`, expiresAt: new Date(now + keepMs) })
    .onConflictDoNothing()
    .returning();
  return claimed.length === 1;
}

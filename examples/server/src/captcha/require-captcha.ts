import type { ServerContext } from '../context.ts';
import { captchaUsed } from '../db/schema/accounts.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { CaptchaUnavailable, verifyRecaptcha } from '../providers/captcha/recaptcha.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { type CaptchaKeys, useCaptcha } from './altcha.ts';

/** The form that a challenge protects, and the network address of its sender. */
export interface CaptchaPlace {
  readonly action: 'sign-in' | 'sign-up' | 'contact';
  readonly address: string;
}

/** Longer than the lifetime of any token. */
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
 * Uses up a solved challenge. Throws 422 with `errors.captcha` for a missing, wrong, expired or used one. While reCAPTCHA
 * is unavailable, sign-up and the contact form throw 503; sign-in continues under a tighter limit (429).
 */
export async function requireCaptcha(
  context: ServerContext,
  captcha: string | undefined,
  place: CaptchaPlace,
): Promise<void> {
  if (context.config.captcha === 'off') return;
  const good =
    context.config.recaptcha === null
      ? await useCaptcha(context.db, {
          keys: await readCaptchaKeys(context),
          captcha,
          now: context.clock.now(),
        })
      : await useRecaptcha(context, context.config.recaptcha, { token: captcha, place });
  if (!good) throw fieldError('captcha', 'Please verify reCAPTCHA.');
}

async function useRecaptcha(
  context: ServerContext,
  keys: NonNullable<ServerContext['config']['recaptcha']>,
  { token, place }: { token: string | undefined; place: CaptchaPlace },
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
  // Our own row makes a token count once even when reCAPTCHA is asked twice at the same time or is unavailable.
  const claimed = await db
    .insert(captchaUsed)
    .values({ signature: `recaptcha:${sha256Hex(token)}`, expiresAt: new Date(now + keepMs) })
    .onConflictDoNothing()
    .returning();
  return claimed.length === 1;
}

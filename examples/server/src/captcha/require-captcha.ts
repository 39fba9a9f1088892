import type { ServerContext } from '../context.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { CaptchaUnavailable, verifyRecaptcha } from '../providers/captcha/recaptcha.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { markUsed } from '../security/used-tokens.ts';
import { type CaptchaKeys, verifyAltcha } from './altcha.ts';

/** The form that the captcha protects, and the client's network address. */
interface CaptchaRequest {
  readonly action: 'sign-in' | 'sign-up' | 'contact';
  readonly address: string;
}

/** How long used tokens are stored: longer than the lifetime of any token. */
const usedTokenMs = 15 * 60_000;

/** Returns the keys that sign this installation's challenges. */
export async function readCaptchaKeys(context: ServerContext): Promise<CaptchaKeys> {
  const [challenge, solution] = await Promise.all([
    context.installationKey('captcha-challenge'),
    context.installationKey('captcha-solution'),
  ]);
  return { challenge, solution };
}

/**
 * Verifies a captcha and marks it as used. Throws 422 with `errors.captcha` for a missing, wrong, expired or used one.
 * While reCAPTCHA is unavailable, sign-up and the contact form throw 503; sign-in continues under a tighter limit (429).
 */
export async function requireCaptcha(
  context: ServerContext,
  captcha: string | undefined,
  request: CaptchaRequest,
): Promise<void> {
  if (context.config.captcha === 'off') return;
  const { db, clock, config } = context;
  const isValid =
    config.recaptcha === null
      ? await verifyAltcha(db, { keys: await readCaptchaKeys(context), captcha, now: clock.now() })
      : await checkRecaptcha(context, config.recaptcha, { token: captcha, request });
  if (!isValid) throw fieldError('captcha', 'Please verify reCAPTCHA.');
}

async function checkRecaptcha(
  context: ServerContext,
  keys: NonNullable<ServerContext['config']['recaptcha']>,
  { token, request }: { token: string | undefined; request: CaptchaRequest },
): Promise<boolean> {
  if (token === undefined || token === '') return false;
  const { config, db, clock, log } = context;
  const now = clock.now();
  const hostnames = [config.publicUrl, ...config.allowedOrigins].map((origin) => new URL(origin).hostname);
  try {
    if (!(await verifyRecaptcha({ ...keys, hostnames }, token, now))) return false;
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error('captcha-unavailable', { action: request.action, error });
    if (request.action !== 'sign-in') {
      throw new HttpError(503, 'The captcha could not be checked. Please try again later.');
    }
    await throttle(context, 'captcha-outage.address', request.address);
  }
  // reCAPTCHA may accept a token twice in parallel, or be unavailable.
  return markUsed(db, `recaptcha:${sha256Hex(token)}`, now + usedTokenMs);
}

import type { ServerContext } from '../context.ts';
import { fieldError } from '../http/http-error.ts';
import { type CaptchaKeys, useCaptcha } from './captcha.ts';

/** The keys that sign this installation's challenges. */
export async function readCaptchaKeys(context: ServerContext): Promise<CaptchaKeys> {
  const [challenge, solution] = await Promise.all([
    context.installationKey('captcha-challenge'),
    context.installationKey('captcha-solution'),
  ]);
  return { challenge, solution };
}

/** Uses up a solved challenge. Throws 422 with `errors.captcha` for a missing, wrong, late or used one. */
export async function requireCaptcha(context: ServerContext, captcha: string | undefined): Promise<void> {
  if (context.config.captcha === 'off') return;
  const keys = await readCaptchaKeys(context);
  if (await useCaptcha(context.db, keys, captcha, context.clock.now())) return;
  throw fieldError('captcha', 'Please verify reCAPTCHA.');
}

import type { RegisterBody } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword } from '../security/passwords.ts';
import { takeRateLimit } from '../security/rate-limits.ts';
import { readPhone } from './phone.ts';
import { requireCaptcha } from './require-captcha.ts';

/** A brake on scripts, far above what people behind one address do. */
const perAddress = { limit: 300, windowMs: 3_600_000 };

/** Makes an account. Throws 422 by field (a used address is `errors.email`), 429 beyond the address's share. */
export async function register(context: ServerContext, body: RegisterBody, address: string): Promise<void> {
  const { config, db, clock, log } = context;
  const now = clock.now();
  if (config.rateLimits) {
    const share = await takeRateLimit(db, `register:${address}`, perAddress, now);
    if (!share.allowed)
      throw new HttpError(429, 'Too many accounts from here. Please try again later.', share);
  }
  const phone = readPhone(body.phone);
  if (phone === null) throw fieldError('phone', 'Please enter a valid phone number.');
  requireStrongPassword(body.password, body.email);
  await requireCaptcha(context, body.captcha, { action: 'sign-up', address });
  const passwordHash = await hashPassword(body.password);
  const at = new Date(now);
  const [user] = await db
    .insert(users)
    .values({
      email: foldDomain(body.email),
      firstName: body.first_name,
      phone,
      passwordHash,
      referralCode: body.referralCode === '' ? null : body.referralCode,
      termsAgreedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (user === undefined) throw fieldError('email', 'This e-mail address is already in use.');
  log.info('account-created', { userId: user.id });
}

/** The part after the @ is never case-sensitive; the part before it is the person's own. */
function foldDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at) + email.slice(at).toLowerCase();
}

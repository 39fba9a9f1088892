import type { RegisterBody, RegisterResponse } from '@openbell/core/contract';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { fieldError } from '../http/http-error.ts';
import { queueMail, simulateQueueMail } from '../mail/outbox.ts';
import { alreadyRegisteredMail } from '../mail/templates.ts';
import { isWithin, throttle } from '../security/limits.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword } from '../security/passwords.ts';
import { sha256Hex } from '../security/tokens.ts';
import { agreementFrom } from './agreement.ts';
import { rejectDemoAddress } from './demo-addresses.ts';

/** The private text is true for new and existing accounts. */
const messages = {
  open: 'Your account has been created. You can sign in now.',
  private: 'Thank you. You can sign in now. If you already had an account, we sent you an email.',
} as const;

/**
 * Creates an account. Throws 422 by field, 429. For an e-mail address in use it throws `errors.email`; with private
 * registration the response is the same as for a new account, and the owner gets a mail.
 */
export async function register(
  context: ServerContext,
  body: RegisterBody,
  address: string,
): Promise<RegisterResponse> {
  const { config, db, clock, log } = context;
  const now = clock.now();
  rejectDemoAddress(config, body.email, 'email');
  await throttle(context, 'password-check.address', address);
  // First, so that a weak password uses up neither the challenge nor the account limit.
  requireStrongPassword(body.password, { email: body.email, firstName: body.first_name, phone: body.phone });
  await throttle(context, 'register.address', address);
  await throttle(context, 'register-day.address', address);
  await requireCaptcha(context, body.captcha, { action: 'sign-up', address });
  const passwordHash = await hashPassword(body.password);
  const agreement = await agreementFrom(context, address);
  const at = new Date(now);
  const { email } = body;
  const isPrivate = config.registration === 'private';
  // Counted for new accounts as well, so that the duration reveals nothing.
  const mayMail =
    isPrivate && (await isWithin(context, 'registered-mail.account', sha256Hex(email.toLowerCase())));
  const userId = await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        email,
        firstName: body.first_name,
        phone: body.phone,
        passwordHash,
        referralCode: body.referralCode === '' ? null : body.referralCode,
        ...agreement,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (isPrivate) await notifyOwner(tx, { ...config, email, newUserId: user?.id ?? null, mayMail, now });
    return user?.id;
  });
  const referralApplied = config.referralCodes.includes(body.referralCode);
  if (userId !== undefined) log.info('account-created', { userId, referralApplied });
  else if (isPrivate) log.info('account-exists');
  else throw fieldError('email', 'This e-mail address is already in use.');
  return { message: messages[config.registration], referral_applied: referralApplied };
}

interface Registration {
  readonly email: string;
  /** Null when the address was in use. */
  readonly newUserId: number | null;
  /** False when the owner has had enough mails. */
  readonly mayMail: boolean;
  readonly publicUrl: string;
  readonly now: number;
}

/** Mails the owner of an existing account. For a new account it does the same work without a mail. */
async function notifyOwner(
  tx: Db,
  { email, newUserId, mayMail, publicUrl, now }: Registration,
): Promise<void> {
  const [owner] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sameAddress(users.email, email));
  if (owner === undefined || owner.id === newUserId || !mayMail) await simulateQueueMail(tx);
  else await queueMail(tx, alreadyRegisteredMail(owner.email, publicUrl), now);
}

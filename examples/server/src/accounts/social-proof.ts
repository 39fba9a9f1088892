// What a person adds to a social sign-in that says too little about them: an address that a code confirms, where
// the provider shares none; the password of the account that has the address, once, where the provider does not vouch.
import type { SocialLoginBody } from '@openbell/core/contract';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { identities, socialWaiting } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import { OTP_EVERY_SECONDS } from '../security/limits.ts';
import { checkPassword } from './check-password.ts';
import { consumeOtpCode, newOtp, otpCodeOf, resetProofOf, storeOtpCode, verifyOtpCode } from './otp-codes.ts';
import { throttleOtpCodes, throttleOtpTries } from './otp-throttle.ts';
import { addressCodeMail } from './social-mails.ts';

/** How long a sign-in waits, its challenge solved once. */
const waitMs = 15 * 60_000;
/** What the answer asks for, as the field errors of a 422. */
const asked = ['address', 'otp', 'password'] as const;

/** What a person has added. */
type Addition = Pick<SocialLoginBody, (typeof asked)[number]>;

/** An identity as it counts now, and whose password came with it. */
export interface SocialProof {
  readonly identity: VerifiedIdentity;
  /** The account whose password was given; null without one. */
  readonly ownerId: number | null;
}

/** Whether the sign-in goes on with something that was asked for. */
export function addsSomething(body: Addition): boolean {
  return asked.some((field) => body[field] !== undefined);
}

/**
 * Takes what the person adds, where it is needed. An address that a code confirms counts as one that the provider vouches
 * for. Throws 422 with `errors.otp` when a code has been sent (with `retry_after`) or is wrong, `errors.password` for a
 * wrong password, and 429.
 */
export async function takeSocialProof(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp, password }: Addition,
  from: string,
): Promise<SocialProof> {
  const proven = { identity, ownerId: null };
  if (identity.emailVerified || (await isKnown(context, identity))) return proven;
  if (address !== undefined) {
    if (otp === undefined) await sendCode(context, identity, address, from);
    else await takeCode(context, identity, { address, otp }, from);
    return { identity: { ...identity, email: address, emailVerified: true }, ownerId: null };
  }
  if (identity.email === null || password === undefined) return proven;
  const owner = await checkPassword(context, identity.email, password).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 422) {
      throw fieldError('password', 'This password is wrong.');
    }
    throw error;
  });
  return { identity, ownerId: owner.id };
}

/** A code is good for this address and this social account together. */
async function codeOf(
  context: ServerContext,
  { provider, subject }: VerifiedIdentity,
  address: string,
  otp: string,
) {
  return otpCodeOf(await context.installationKey('otp'), `${provider}:${subject}:${address}`, otp);
}

/** Mails a code to the address, whether there is an account with it or not, and asks for it. */
async function sendCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  address: string,
  from: string,
): Promise<never> {
  const { db, clock } = context;
  await throttleOtpCodes(context, address, from);
  const otp = newOtp();
  const code = await codeOf(context, identity, address, otp);
  await db.transaction(async (tx) => {
    await storeOtpCode(tx, code, null, clock.now());
    await queueMail(tx, addressCodeMail(address, otp, identity.provider), clock.now());
  });
  const message = `We have sent a code to ${address}. Please enter it.`;
  throw new HttpError(422, message, { errors: { otp: [message] }, retryAfter: OTP_EVERY_SECONDS });
}

async function takeCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp }: { readonly address: string; readonly otp: string },
  from: string,
): Promise<void> {
  const { db, clock } = context;
  await throttleOtpTries(context, address, from);
  const code = await codeOf(context, identity, address, otp);
  const now = clock.now();
  const right =
    (await verifyOtpCode(db, code, now)) !== null &&
    (await consumeOtpCode(db, resetProofOf(code, undefined), now)) !== null;
  if (!right) {
    throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
  }
}

async function isKnown({ db }: ServerContext, { provider, subject }: VerifiedIdentity): Promise<boolean> {
  const rows = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return rows.length > 0;
}

/** Whether this sign-in has solved its challenge a while ago, and was asked for something. */
export async function isWaiting(
  { db, clock }: ServerContext,
  { provider, subject }: VerifiedIdentity,
): Promise<boolean> {
  const rows = await db
    .select({ beganAt: socialWaiting.beganAt })
    .from(socialWaiting)
    .where(
      and(
        eq(socialWaiting.provider, provider),
        eq(socialWaiting.subject, subject),
        gt(socialWaiting.beganAt, new Date(clock.now() - waitMs)),
      ),
    );
  return rows.length > 0;
}

/** Notes that the sign-in waits, when what it was refused with asks for something. Its time runs from the first. */
export async function noteWaiting(
  { db, clock }: ServerContext,
  { provider, subject }: VerifiedIdentity,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof HttpError) || !asked.some((field) => refusal.errors?.[field] !== undefined))
    return;
  const now = clock.now();
  await db.delete(socialWaiting).where(lt(socialWaiting.beganAt, new Date(now - waitMs)));
  await db
    .insert(socialWaiting)
    .values({ provider, subject, beganAt: new Date(now) })
    .onConflictDoNothing();
}

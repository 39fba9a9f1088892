import type { SocialLoginBody } from '@openbell/core/contract';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ServerContext } from '../context.ts';
import { checkSecondStep } from '../factors/index.ts';
import { HttpError } from '../http/http-error.ts';
import {
  IdentityUnavailable,
  InvalidCredential,
  type VerifiedIdentity,
} from '../providers/identity/identity.types.ts';
import { throttle } from '../security/limits.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { findSocialAccount, openSocialAccount } from './social-accounts.ts';
import { hasRequestedField, isPending, storePending, verifySocialProof } from './social-proof.ts';
import { isUsedCredential, takeCredential } from './used-credentials.ts';

const notVerified =
  'This sign-in could not be verified. Please try again, or sign in with your e-mail address.';

/**
 * Returns the identity that the provider reports for a credential. Throws 422 for a missing or invalid credential (the log
 * has the reason), 503 when the provider is unavailable.
 */
async function verifyCredential(
  context: ServerContext,
  { type, credential, nonce }: SocialLoginBody,
): Promise<VerifiedIdentity> {
  const { identities, log } = context;
  const provider = identities[type];
  try {
    if (provider === null) throw new InvalidCredential('not configured');
    if (credential === undefined || credential === '') throw new InvalidCredential('no credential');
    if (await isUsedCredential(context, type, credential)) throw new InvalidCredential('used before');
    return await provider.verify({ token: credential, nonce });
  } catch (error) {
    if (error instanceof InvalidCredential) {
      log.warn('social-sign-in-rejected', { type, reason: error.message });
      throw new HttpError(422, notVerified);
    }
    if (error instanceof IdentityUnavailable) {
      log.error('identity-provider-unavailable', { type, error });
      throw new HttpError(503, 'We could not verify your sign-in right now. Please try again.');
    }
    throw error;
  }
}

/**
 * Returns the account of a social sign-in. The posted id, e-mail, name and photo are ignored; a different id is logged. If
 * the provider reports too little, throws 422 with the missing field: the client repeats the call with it, without a new
 * captcha.
 */
export async function socialLogin(
  context: ServerContext,
  body: SocialLoginBody,
  address: string,
): Promise<UserRow> {
  const { log } = context;
  const checkCaptcha = () => requireCaptcha(context, body.captcha, { action: 'sign-in', address });
  const continues = hasRequestedField(body);
  if (!continues) await checkCaptcha();
  await throttle(context, 'social-sign-in.address', address);
  const identity = await verifyCredential(context, body);
  if (body.id !== '' && body.id !== identity.subject) {
    log.warn('social-sign-in-mismatch', { type: body.type });
  }
  if (continues && !(await isPending(context, identity))) await checkCaptcha();
  const { user, outcome } = await verifySocialProof(context, identity, { ...body, networkAddress: address })
    .then(async (proof) => {
      // Before the account changes in any way.
      const userId = await findSocialAccount(context.db, proof);
      if (userId !== null) await checkSecondStep(context, userId, body.code);
      await proof.useCode();
      const account = await openSocialAccount(context, proof, address);
      // A parallel request has created or connected it.
      if (account.user.id !== userId) await checkSecondStep(context, account.user.id, body.code);
      return account;
    })
    .catch(async (error: unknown) => {
      await storePending(context, identity, error);
      throw error;
    });
  if (!(await takeCredential(context, body.type, body.credential ?? '')))
    throw new HttpError(422, notVerified);
  if (outcome !== 'existing') log.info('social-account', { userId: user.id, type: body.type, outcome });
  return user;
}

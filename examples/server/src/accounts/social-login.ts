import type { SocialLoginBody } from '@openbell/core/contract';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import {
  CredentialRefused,
  IdentityUnavailable,
  type VerifiedIdentity,
} from '../providers/identity/identity.types.ts';
import { throttle } from '../security/limits.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { openSocialAccount } from './social-accounts.ts';
import { addsSomething, isWaiting, noteWaiting, takeSocialProof } from './social-proof.ts';

const refusal = 'This sign-in could not be verified. Please try again, or sign in with your e-mail address.';

type SocialCredential = Pick<SocialLoginBody, 'type' | 'credential' | 'nonce'>;

/**
 * Returns the identity that the provider reports for a credential. Throws 422 for a missing, forged or foreign one (the
 * log has the reason), 503 when the provider is unavailable.
 */
async function verifySocial(
  { identities, log }: Pick<ServerContext, 'identities' | 'log'>,
  { type, credential, nonce }: SocialCredential,
): Promise<VerifiedIdentity> {
  const provider = identities[type];
  try {
    if (provider === null) throw new CredentialRefused('not configured');
    if (credential === undefined || credential === '') throw new CredentialRefused('no credential');
    return await provider.verify({ token: credential, nonce });
  } catch (error) {
    if (error instanceof CredentialRefused) {
      log.warn('social-sign-in-refused', { type, reason: error.message });
      throw new HttpError(422, refusal);
    }
    if (error instanceof IdentityUnavailable) {
      log.error('identity-provider-unavailable', { type, error });
      throw new HttpError(503, 'The sign-in could not be checked at the moment. Please try again.');
    }
    throw error;
  }
}

/**
 * Returns the account of a social sign-in. The posted id, e-mail, name and photo are ignored; only a different id is
 * logged. If the provider reports too little, throws 422 naming the missing field: the client repeats the call with it,
 * without a new challenge.
 */
export async function socialLogin(
  context: ServerContext,
  body: SocialLoginBody,
  address: string,
): Promise<UserRow> {
  const { bus, log } = context;
  const challenge = () => requireCaptcha(context, body.captcha, { action: 'sign-in', address });
  const continues = addsSomething(body);
  if (!continues) await challenge();
  await throttle(context, 'social-sign-in.address', address);
  const identity = await verifySocial(context, body);
  if (body.id !== '' && body.id !== identity.subject) {
    log.warn('social-sign-in-mismatch', { type: body.type });
  }
  if (continues && !(await isWaiting(context, identity))) await challenge();
  const { user, outcome } = await takeSocialProof(context, identity, { ...body, networkAddress: address })
    .then((proof) => openSocialAccount(context, proof, address))
    .catch(async (refusal: unknown) => {
      await noteWaiting(context, identity, refusal);
      throw refusal;
    });
  if (outcome === 'taken-over') bus.publish('session-ended', { userId: user.id, sessionId: 'all' });
  if (outcome !== 'known') log.info('social-account', { userId: user.id, type: body.type, outcome });
  return user;
}

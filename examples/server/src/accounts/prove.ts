import { acceptFactorCode, authenticatorSince, storeProof, usePasskey } from '../factors/index.ts';
import { fieldError } from '../http/http-error.ts';
import type { Handler } from '../routes.ts';
import { requireUser } from '../sessions/sessions.ts';
import { reauthenticate } from './reauthenticate.ts';

/**
 * Proves the caller's identity for changes to the account: by a passkey, by a code with an authenticator app, else by the
 * password.
 * Throws 422 by field, 429.
 */
export const prove: Handler<'prove'> = async (context, { caller, body, headers }) => {
  const { db, log } = context;
  const { userId } = caller;
  const user = await requireUser(db, userId);
  if (body.passkey !== undefined)
    await usePasskey(context, { purpose: 'prove', userId }, { response: body.passkey, headers });
  else if ((await authenticatorSince(db, userId)) === null) await reauthenticate(context, user, body);
  else if (body.code === undefined)
    throw fieldError('code', 'Please enter a code of your authenticator app.');
  else await acceptFactorCode(context, userId, body.code);
  await storeProof(context, caller);
  log.info('identity-proved', { userId });
  return { body: { message: 'You have confirmed that it is you.' } };
};

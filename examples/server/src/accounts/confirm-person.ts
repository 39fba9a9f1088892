import type { DeleteAccountBody } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { identities } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import {
  type Credential,
  CredentialRefused,
  type Identities,
  type VerifiedIdentity,
} from '../providers/identity/identity.types.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import type { UserRow } from '../sessions/sessions.ts';

/**
 * Authenticates the user again, by the password or a fresh credential of a connected social account. Throws 422 by field,
 * 429 after five failures within 15 minutes, 503 when the social provider is unavailable.
 */
export async function confirmPerson(
  context: ServerContext,
  user: UserRow,
  { password, credential, nonce }: DeleteAccountBody,
): Promise<void> {
  const { db, log } = context;
  // Counted first, so that parallel tries cannot all pass.
  await throttle(context, 'confirm.person', user.id);
  if (credential) await confirmByCredential(context, user, { token: credential, nonce });
  else if (!password) throw fieldError('password', 'Please enter your password.');
  else if (!(await verifyPassword(user.passwordHash, password))) {
    log.warn('confirmation-failed', { userId: user.id });
    throw fieldError('password', 'The password is wrong.');
  }
  await clearRateLimit(db, limitKey('confirm.person', user.id));
}

async function confirmByCredential(
  { identities: providers, db, log }: ServerContext,
  user: UserRow,
  credential: Credential,
): Promise<void> {
  const own = await db.select().from(identities).where(eq(identities.userId, user.id));
  for (const { provider, subject } of own) {
    const found = await verify(providers, provider, credential);
    if (found?.subject === subject) return;
  }
  log.warn('confirmation-failed', { userId: user.id });
  throw fieldError('credential', 'This could not be verified. Please try again.');
}

/** Returns the identity of a credential; null when this provider did not issue it. */
async function verify(
  providers: Identities,
  name: keyof Identities,
  credential: Credential,
): Promise<VerifiedIdentity | null> {
  try {
    return (await providers[name]?.verify(credential)) ?? null;
  } catch (error) {
    if (error instanceof CredentialRefused) return null;
    throw new HttpError(503, 'The sign-in service does not answer. Please try again.', { retryAfter: 5 });
  }
}

import type { DeleteAccountBody } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { identities } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import {
  type Credential,
  type Identities,
  InvalidCredential,
  type VerifiedIdentity,
} from '../providers/identity/identity.types.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { takeCredential } from './used-credentials.ts';

/**
 * Verifies the user's password, or a new credential of a connected social account. Throws 422 by field, 429 after five
 * failures within 15 minutes, 503 when the social provider is unavailable.
 */
export async function reauthenticate(
  context: ServerContext,
  user: UserRow,
  { password, credential, nonce }: DeleteAccountBody,
): Promise<void> {
  const { db, log } = context;
  // Count before the check, so that parallel attempts cannot all pass.
  await throttle(context, 'reauthenticate.user', user.id);
  if (credential) await verifyCredential(context, user, { token: credential, nonce });
  else if (!password) throw fieldError('password', 'Please enter your password.');
  else if (!(await verifyPassword(user.passwordHash, password))) {
    log.warn('reauthentication-failed', { userId: user.id });
    throw fieldError('password', 'The password is wrong.');
  }
  await clearRateLimit(db, limitKey('reauthenticate.user', user.id));
}

async function verifyCredential(
  context: ServerContext,
  user: UserRow,
  credential: Credential,
): Promise<void> {
  const { identities: providers, db, log } = context;
  const connected = await db.select().from(identities).where(eq(identities.userId, user.id));
  for (const { provider, subject } of connected) {
    const identity = await readIdentity(providers, provider, credential);
    if (identity?.subject !== subject) continue;
    if (await takeCredential(context, provider, credential.token)) return;
  }
  log.warn('reauthentication-failed', { userId: user.id });
  throw fieldError('credential', 'This could not be verified. Please try again.');
}

/** Returns the identity of a credential, or null when this provider did not issue it. */
async function readIdentity(
  providers: Identities,
  name: keyof Identities,
  credential: Credential,
): Promise<VerifiedIdentity | null> {
  try {
    return (await providers[name]?.verify(credential)) ?? null;
  } catch (error) {
    if (error instanceof InvalidCredential) return null;
    throw new HttpError(503, 'The sign-in service is not responding. Please try again.', { retryAfter: 5 });
  }
}

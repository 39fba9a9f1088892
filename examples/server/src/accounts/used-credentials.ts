// A Google credential is accepted once, so that one from before a log-out or a password reset is useless. Facebook's access
// tokens are not: its SDK sends the same one again.
import type { ServerContext } from '../context.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import { sha256Hex } from '../security/tokens.ts';
import { isUsed, markUsed } from '../security/used-tokens.ts';

/** Longer than Google's tokens are accepted. */
const usedMs = 15 * 60_000;

type Provider = VerifiedIdentity['provider'];
const keyOf = (credential: string) => `google:${sha256Hex(credential)}`;

/** Returns whether the credential was used before. */
export async function isUsedCredential(
  { db }: Pick<ServerContext, 'db'>,
  provider: Provider,
  credential: string,
): Promise<boolean> {
  return provider === 'google' && (await isUsed(db, keyOf(credential)));
}

/** Uses up a credential. Returns false if a parallel request has used it. */
export async function takeCredential(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  provider: Provider,
  credential: string,
): Promise<boolean> {
  return provider !== 'google' || (await markUsed(db, keyOf(credential), clock.now() + usedMs));
}

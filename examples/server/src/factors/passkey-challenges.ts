// Challenges of passkeys: each is stored, valid for 5 minutes, and accepted once, for its purpose and its user only.
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { passkeyChallenges } from '../db/schema/passkeys.ts';
import { fieldError } from '../http/http-error.ts';
import { newToken } from '../security/tokens.ts';

const validMs = 5 * 60_000;

/** What a challenge is for. `userId` is null for a sign-in, whose user the passkey tells. */
export type PasskeyUse =
  | { readonly purpose: 'add' | 'prove'; readonly userId: number }
  | { readonly purpose: 'sign-in'; readonly userId: null };

type ChallengeContext = Pick<ServerContext, 'db' | 'clock'>;

/** Stores and returns a new challenge, as base64url. */
export async function newChallenge({ db, clock }: ChallengeContext, use: PasskeyUse): Promise<string> {
  const challenge = newToken();
  await db
    .insert(passkeyChallenges)
    .values({ challenge, ...use, expiresAt: new Date(clock.now() + validMs) });
  return challenge;
}

/** Uses up a challenge. Throws 422 with `errors.passkey` if it is unknown, expired, used or for something else. */
export async function takeChallenge(
  { db, clock }: ChallengeContext,
  { purpose, userId }: PasskeyUse,
  challenge: string,
): Promise<void> {
  // One statement, so that of parallel requests with the same challenge one is accepted.
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, new Date(clock.now())),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  if (taken.length === 0) throw fieldError('passkey', 'This took too long. Please try again.');
}

/** Deletes expired challenges. */
export async function deleteOldChallenges({ db, clock }: ChallengeContext): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, new Date(clock.now())));
}

// Which account a person of Google or Facebook has here.
import { and, eq, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { identities } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { type Agreement, agreementFrom } from './agreement.ts';
import { isPersonName } from './person-name.ts';
import { passwordRemovedMail } from './social-mails.ts';
import type { SocialProof } from './social-proof.ts';
import { confirmEmail } from './verified-email.ts';

const labels = { google: 'Google', facebook: 'Facebook' } as const;

/** What became of it, for the log and for the sessions that have ended with it. */
export interface SocialAccount {
  readonly user: UserRow;
  readonly outcome: 'known' | 'created' | 'connected' | 'taken-over';
}

/**
 * Finds the account that an identity opens, connects it to one, or makes one.
 *
 * - The key is (provider, subject): a changed address changes nothing.
 * - An account with the same address is connected when the provider, or a code, vouches for the address. Where nobody
 *   has shown before that it is theirs, the password and the sessions of whoever set it up go first.
 * - Where nobody vouches for the address, its account is connected with its password, once.
 * - An account that has another identity of the same provider is not opened: the address was given to somebody else.
 *
 * Throws 422 with what the person can do: `errors.address` asks for an address that a code can be mailed to,
 * `errors.password` for the account's password.
 *
 * `address` is the network address of who signs in.
 */
export async function openSocialAccount(
  context: Pick<ServerContext, 'db' | 'clock' | 'installationKey'>,
  proof: SocialProof,
  address: string,
): Promise<SocialAccount> {
  const { identity } = proof;
  const now = context.clock.now();
  // The buttons say that going on means agreeing.
  const agreement = await agreementFrom(context, address);
  const open = () =>
    context.db.transaction(
      async (tx) => (await findKnown(tx, identity, now)) ?? (await connect(tx, proof, agreement, now)),
    );
  // Null when a sign-in of the same person was faster by a moment: then there is an account now.
  const opened = (await open()) ?? (await open());
  if (opened === null) throw new HttpError(503, 'The service is busy. Please try again.');
  return opened;
}

async function findKnown(tx: Db, identity: VerifiedIdentity, now: number): Promise<SocialAccount | null> {
  const [known] = await tx
    .update(identities)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(identities.provider, identity.provider), eq(identities.subject, identity.subject)))
    .returning({ userId: identities.userId });
  if (known === undefined) return null;
  const [user] = await tx.select().from(users).where(eq(users.id, known.userId));
  return user === undefined ? null : { user, outcome: 'known' };
}

async function connect(
  tx: Db,
  { identity, ownerId }: SocialProof,
  agreement: Agreement,
  now: number,
): Promise<SocialAccount | null> {
  const { email } = identity;
  const label = labels[identity.provider];
  if (email === null) {
    throw fieldError(
      'address',
      `${label} shares no e-mail address of yours, and an account needs one. Please enter yours.`,
    );
  }
  const [existing] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for('update');
  if (existing === undefined) return create(tx, identity, email, agreement, now);
  const owned = existing.id === ownerId;
  if (!identity.emailVerified && !owned) {
    const why = `There is an account with this e-mail address already, and ${label} does not confirm that the address is yours.`;
    if (existing.passwordHash === null)
      throw fieldError('address', `${why} Please enter it: we mail you a code.`);
    throw fieldError('password', `${why} Please enter the account's password once to connect the two.`);
  }
  // A password shows whose the account is, not whose the address.
  const newlyConfirmed = !owned && (await confirmEmail(tx, existing.id, now));
  if (newlyConfirmed) {
    await tx.delete(sessions).where(eq(sessions.userId, existing.id));
    await tx.update(users).set({ passwordHash: null }).where(eq(users.id, existing.id));
    await queueMail(tx, passwordRemovedMail(existing.email, label), now);
  }
  if (await hasAnother(tx, existing.id, identity)) {
    throw new HttpError(
      422,
      `The account with this e-mail address is connected to another ${label} account. Please sign in with your password.`,
    );
  }
  if (!(await remember(tx, existing.id, identity, now))) return null;
  const user = newlyConfirmed ? { ...existing, passwordHash: null } : existing;
  return { user, outcome: newlyConfirmed ? 'taken-over' : 'connected' };
}

async function create(
  tx: Db,
  identity: VerifiedIdentity,
  email: string,
  agreement: Agreement,
  now: number,
): Promise<SocialAccount | null> {
  const at = new Date(now);
  const [user] = await tx
    .insert(users)
    .values({
      email,
      firstName: isPersonName(identity.name) ? identity.name : email.slice(0, email.lastIndexOf('@')),
      dp: identity.photo,
      ...agreement,
      emailVerifiedAt: identity.emailVerified ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning();
  if (user === undefined || !(await remember(tx, user.id, identity, now))) return null;
  return { user, outcome: 'created' };
}

async function hasAnother(tx: Db, userId: number, { provider }: VerifiedIdentity): Promise<boolean> {
  const rows = await tx
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  return rows.length > 0;
}

/** False when another sign-in of the same person has just done it. */
async function remember(tx: Db, userId: number, identity: VerifiedIdentity, now: number): Promise<boolean> {
  const { provider, subject, email } = identity;
  const at = new Date(now);
  const rows = await tx
    .insert(identities)
    .values({ userId, provider, subject, email, createdAt: at, lastUsedAt: at })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  return rows.length === 1;
}

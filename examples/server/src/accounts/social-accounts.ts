// Finds, connects or creates the account of a Google or Facebook identity.
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

/** `taken-over`: connected, and the unconfirmed password and its sessions were removed. */
export interface SocialAccount {
  readonly user: UserRow;
  readonly outcome: 'known' | 'created' | 'connected' | 'taken-over';
}

/**
 * Finds the account of an identity, connects the identity to an account, or creates an account.
 *
 * - The key is (provider, subject), so a changed e-mail address does not matter.
 * - An account with the same address is connected when the provider or a code confirms the address. If the account never
 *   confirmed it before, its password and sessions are removed first.
 * - Without such a confirmation, the account is connected with its password, once.
 * - An account with another identity of the same provider is refused: the address has changed hands.
 *
 * Throws 422 with `errors.address` when it needs an address to mail a code to, `errors.password` when it needs the
 * account's password. `address` is the network address of the caller.
 */
export async function openSocialAccount(
  context: Pick<ServerContext, 'db' | 'clock' | 'installationKey'>,
  proof: SocialProof,
  address: string,
): Promise<SocialAccount> {
  const { identity } = proof;
  const now = context.clock.now();
  const agreement = await agreementFrom(context, address);
  const open = () =>
    context.db.transaction(
      async (tx) => (await findKnown(tx, identity, now)) ?? (await connect(tx, proof, { agreement, now })),
    );
  // Null when a parallel sign-in of the same person won: then the account exists now.
  const opened = (await open()) ?? (await open());
  if (opened === null) throw new HttpError(503, 'The service is busy. Please try again.');
  return opened;
}

interface SignInFacts {
  readonly agreement: Agreement;
  readonly now: number;
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
  { agreement, now }: SignInFacts,
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
  if (existing === undefined) return create(tx, { ...identity, email }, { agreement, now });
  const owned = existing.id === ownerId;
  if (!identity.emailVerified && !owned) {
    const why = `There is an account with this e-mail address already, and ${label} does not confirm that the address is yours.`;
    if (existing.passwordHash === null)
      throw fieldError('address', `${why} Please enter it: we mail you a code.`);
    throw fieldError('password', `${why} Please enter the account's password once to connect the two.`);
  }
  // A password proves ownership of the account, not of the address.
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
  if (!(await remember(tx, identity, { userId: existing.id, now }))) return null;
  const user = newlyConfirmed ? { ...existing, passwordHash: null } : existing;
  return { user, outcome: newlyConfirmed ? 'taken-over' : 'connected' };
}

async function create(
  tx: Db,
  identity: VerifiedIdentity & { readonly email: string },
  { agreement, now }: SignInFacts,
): Promise<SocialAccount | null> {
  const { email } = identity;
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
  if (user === undefined || !(await remember(tx, identity, { userId: user.id, now }))) return null;
  return { user, outcome: 'created' };
}

async function hasAnother(tx: Db, userId: number, { provider }: VerifiedIdentity): Promise<boolean> {
  const rows = await tx
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  return rows.length > 0;
}

/** Stores the identity; false when a parallel sign-in of the same person has just stored it. */
async function remember(
  tx: Db,
  identity: VerifiedIdentity,
  { userId, now }: { readonly userId: number; readonly now: number },
): Promise<boolean> {
  const { provider, subject, email } = identity;
  const at = new Date(now);
  const rows = await tx
    .insert(identities)
    .values({ userId, provider, subject, email, createdAt: at, lastUsedAt: at })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  return rows.length === 1;
}

// Finds, connects or creates the account of a Google or Facebook identity.
import { and, eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { identities } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { type Agreement, agreementFrom } from './agreement.ts';
import { rejectDemoAddress } from './demo-addresses.ts';
import { connectedMail, passwordRemovedMail, providerLabels } from './social-mails.ts';
import { findIdentityOwner, type SocialProof } from './social-proof.ts';
import { isValidName } from './valid-name.ts';
import { confirmEmail } from './verified-email.ts';

/** `password-removed`: connected, and the unconfirmed password and its sessions were removed. */
export interface SocialAccount {
  readonly user: UserRow;
  readonly outcome: 'existing' | 'created' | 'connected' | 'password-removed';
}

/**
 * Finds the account of an identity, connects the identity to an account, or creates an account.
 *
 * - The key is (provider, subject), so the e-mail address may change.
 * - An account with the same address is connected if the provider or a code confirms the address. If the account never
 *   confirmed it, its password and sessions are removed first.
 * - Without a confirmed address, the user enters the account's password once to connect the two.
 * - An account with another identity of the same provider is rejected: the address may have a new owner.
 *
 * Throws 422 with `errors.address` when it needs an address to mail a code to, `errors.password` when it needs the
 * account's password. `address` is the network address of the client.
 */
export async function openSocialAccount(
  context: Pick<ServerContext, 'bus' | 'config' | 'db' | 'clock' | 'installationKey'>,
  proof: SocialProof,
  address: string,
): Promise<SocialAccount> {
  const { identity } = proof;
  const now = context.clock.now();
  const agreement = await agreementFrom(context, address);
  const open = () =>
    context.bus.transact(async (tx, publish) => {
      const account =
        (await findConnected(tx, identity, now)) ??
        (await connect(tx, proof, { agreement, now, config: context.config }));
      if (account?.outcome === 'connected') {
        const label = providerLabels[identity.provider];
        await queueMail(tx, connectedMail(account.user.email, label, context.config.publicUrl), now);
      }
      if (account?.outcome === 'password-removed') {
        publish('session-ended', { userId: account.user.id, sessionId: 'all' });
      }
      return account;
    });
  // Null when a parallel sign-in of the same user was first: the account exists now.
  const opened = (await open()) ?? (await open());
  if (opened === null) throw new HttpError(503, 'The service is busy. Please try again.');
  return opened;
}

/** Returns the id of the existing account that {@link openSocialAccount} would open, or null. Changes nothing. */
export async function findSocialAccount(db: Db, { identity, ownerId }: SocialProof): Promise<number | null> {
  const { email, emailVerified } = identity;
  const connected = await findIdentityOwner(db, identity);
  if (connected !== null) return connected;
  if (ownerId !== null || email === null || !emailVerified) return ownerId;
  const [user] = await db.select({ id: users.id }).from(users).where(sameAddress(users.email, email));
  return user?.id ?? null;
}

interface NewAccountFacts {
  readonly agreement: Agreement;
  readonly config: Pick<Config, 'production'>;
  readonly now: number;
}

async function findConnected(tx: Db, identity: VerifiedIdentity, now: number): Promise<SocialAccount | null> {
  const [connected] = await tx
    .update(identities)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(identities.provider, identity.provider), eq(identities.subject, identity.subject)))
    .returning({ userId: identities.userId });
  if (connected === undefined) return null;
  const [user] = await tx.select().from(users).where(eq(users.id, connected.userId));
  return user === undefined ? null : { user, outcome: 'existing' };
}

async function connect(
  tx: Db,
  { identity, ownerId }: SocialProof,
  { agreement, config, now }: NewAccountFacts,
): Promise<SocialAccount | null> {
  const { email } = identity;
  const label = providerLabels[identity.provider];
  if (email === null) {
    throw fieldError(
      'address',
      `${label} did not share your e-mail address, and an account needs one. Please enter it.`,
    );
  }
  const [existing] = await tx.select().from(users).where(sameAddress(users.email, email)).for('update');
  if (existing === undefined) {
    rejectDemoAddress(config, email, 'address');
    return create(tx, { ...identity, email }, { agreement, now });
  }
  const isOwner = existing.id === ownerId;
  if (!identity.emailVerified && !isOwner) {
    const why = `An account with this e-mail address already exists, and ${label} does not confirm that the address is yours.`;
    if (existing.passwordHash === null)
      throw fieldError('address', `${why} Please enter it and we will email you a code.`);
    throw fieldError('password', `${why} To connect the two accounts, enter your Openbell password once.`);
  }
  const connected = await subjectsOf(tx, existing.id, identity.provider);
  // A parallel sign-in of the same user was first.
  if (connected.includes(identity.subject)) return null;
  if (connected.length > 0) {
    throw new HttpError(
      422,
      `The account with this e-mail address is connected to another ${label} account. Please sign in with your password.`,
    );
  }
  // A password proves ownership of the account, not of the address.
  const newlyConfirmed = !isOwner && (await confirmEmail(tx, existing.id, now));
  if (newlyConfirmed) {
    await tx.delete(sessions).where(eq(sessions.userId, existing.id));
    await tx.update(users).set({ passwordHash: null }).where(eq(users.id, existing.id));
    await queueMail(tx, passwordRemovedMail(existing.email, label), now);
  }
  if (!(await storeIdentity(tx, identity, { userId: existing.id, now }))) return null;
  const user = newlyConfirmed ? { ...existing, passwordHash: null } : existing;
  return { user, outcome: newlyConfirmed ? 'password-removed' : 'connected' };
}

async function create(
  tx: Db,
  identity: VerifiedIdentity & { readonly email: string },
  { agreement, now }: Omit<NewAccountFacts, 'config'>,
): Promise<SocialAccount | null> {
  const { email } = identity;
  const at = new Date(now);
  const [user] = await tx
    .insert(users)
    .values({
      email,
      firstName: isValidName(identity.name) ? identity.name : email.slice(0, email.lastIndexOf('@')),
      dp: identity.photo,
      ...agreement,
      emailVerifiedAt: identity.emailVerified ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning();
  if (user === undefined || !(await storeIdentity(tx, identity, { userId: user.id, now }))) return null;
  return { user, outcome: 'created' };
}

/** Returns the ids that a user has at a provider. */
async function subjectsOf(tx: Db, userId: number, provider: VerifiedIdentity['provider']): Promise<string[]> {
  const rows = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  return rows.map(({ subject }) => subject);
}

/** Stores the identity. Returns false if a parallel sign-in of the same user has stored it. */
async function storeIdentity(
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

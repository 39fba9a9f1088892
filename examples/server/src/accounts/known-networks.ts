// The networks from which users have signed in: wrong passwords from elsewhere do not lock a user out there.
import { createHmac } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { knownNetworks } from '../db/schema/accounts.ts';
import { networkOf } from '../http/client/network-of.ts';

/** Time after the last sign-in: longer than a remembered session. */
const keptMs = 90 * 86_400_000;

/** Returns the stored form of a user's network. Call it before a transaction: it may read the key from the database. */
export async function networkHmacOf(
  { installationKey }: Pick<ServerContext, 'installationKey'>,
  email: string,
  address: string,
): Promise<string> {
  const key = await installationKey('known-network');
  return createHmac('sha256', key)
    .update(`${email.toLowerCase()}:${networkOf(address)}`)
    .digest('hex');
}

/** Returns whether the user of a network has signed in from it lately. */
export async function isKnownNetwork(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  networkHmac: string,
): Promise<boolean> {
  const rows = await db
    .select({ userId: knownNetworks.userId })
    .from(knownNetworks)
    .where(
      and(
        eq(knownNetworks.networkHmac, networkHmac),
        gt(knownNetworks.lastUsedAt, new Date(clock.now() - keptMs)),
      ),
    );
  return rows.length > 0;
}

/** Stores a sign-in from a network. */
export async function storeNetwork(
  tx: Db,
  {
    networkHmac,
    userId,
    now,
  }: { readonly networkHmac: string; readonly userId: number; readonly now: number },
): Promise<void> {
  const lastUsedAt = new Date(now);
  await tx
    .insert(knownNetworks)
    .values({ networkHmac, userId, lastUsedAt })
    .onConflictDoUpdate({ target: knownNetworks.networkHmac, set: { userId, lastUsedAt } });
}

export async function deleteNetworks(tx: Db, userId: number): Promise<void> {
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId));
}

export async function deleteOldNetworks({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await db.delete(knownNetworks).where(lte(knownNetworks.lastUsedAt, new Date(clock.now() - keptMs)));
}

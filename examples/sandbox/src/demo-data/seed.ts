import type { ServerContext } from '../../../server/src/context.ts';
import { DEMO_DATA_KEY } from '../../../server/src/db/demo-data.ts';
import { appState } from '../../../server/src/db/schema/accounts.ts';

/** What a seed may use: the transaction as `db`, and time. */
export type SeedContext = Pick<ServerContext, 'db' | 'clock' | 'config'>;

/** Writes one area's demo data. Runs once, inside a transaction that all areas share. */
export type Seed = (context: SeedContext) => Promise<void>;

/**
 * Writes the demo data of every area into a new database, all of it or nothing: a start that is cut off begins
 * again. Returns whether it wrote. A database that has been seeded is left alone, and production never writes.
 */
export async function seedOnce(context: SeedContext, seeds: readonly Seed[]): Promise<boolean> {
  if (context.config.production) return false;
  return context.db.transaction(async (tx) => {
    const claimed = await tx
      .insert(appState)
      .values({ key: DEMO_DATA_KEY, value: new Date(context.clock.now()).toISOString() })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return false;
    for (const seed of seeds) await seed({ ...context, db: tx });
    return true;
  });
}

import { appState, DEMO_DATA_KEY, recordDemoRows, type ServerContext } from '@openbell/example-server';

/** Dependencies of a seed; `db` is a transaction. */
export type SeedContext = Pick<ServerContext, 'db' | 'clock' | 'config'>;

/** Writes one area's demo data. Runs once, inside a transaction that all areas share. */
export type Seed = (context: SeedContext) => Promise<void>;

/** Writes the demo data into a new database in one transaction and returns whether it did. Never in production. */
export async function seedOnce(context: SeedContext, seeds: readonly Seed[]): Promise<boolean> {
  if (context.config.production) return false;
  return context.db.transaction(async (tx) => {
    const claimed = await tx
      .insert(appState)
      .values({ key: DEMO_DATA_KEY, value: new Date(context.clock.now()).toISOString() })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return false;
    await recordDemoRows(tx, async () => {
      for (const seed of seeds) await seed({ ...context, db: tx });
    });
    return true;
  });
}

// Detects demo data in a production database at the start, and removes it with a command.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database.ts';
import { appState, users } from './schema/accounts.ts';
import { subscriptions } from './schema/billing.ts';

/** Key in `app_state` of the time when the demo data was written. */
export const DEMO_DATA_KEY = 'demo-data';
/** Key in `app_state` of a database that a production server has used. */
const PRODUCTION_KEY = 'production';

/** Tables with rows of the demo seed. `demo_rows` has their ids; nothing is inferred from an address or a time. */
const demoTables = ['users', 'chats', 'courses', 'site_alerts'] as const;
type DemoTable = (typeof demoTables)[number];
const demoRows = (table: DemoTable) => sql`select row_id from demo_rows where table_name = ${table}`;

/** Returns the tables of the sandboxes, by their names. Only a development server creates them. */
async function readSandboxTables(db: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables
        where schemaname = current_schema() and starts_with(tablename, 'sandbox_')`,
  );
  return rows.map(({ name }) => name);
}

/** Selects the ids of the objects in the sandboxes' tables. Plans with them were not paid. */
function sandboxObjectsIn(tables: readonly string[]): SQL {
  const ids = tables
    .filter((name) => name.endsWith('_objects'))
    .map((name) => sql`select id from ${sql.identifier(name)}`);
  return ids.length === 0 ? sql`select null` : sql.join(ids, sql` union `);
}

/** The server must not use this database. The message says how to fix it. */
export class DatabaseUseError extends Error {
  override readonly name = 'DatabaseUseError';
}

/**
 * Marks a database as used in production, so that no development server writes demo data into it. Throws
 * {@link DatabaseUseError} if the database contains demo data or sandbox payments.
 */
export async function claimForProduction(db: Db, now: number): Promise<void> {
  const found = await describeDemoData(db);
  if (found.length > 0) {
    throw new DatabaseUseError(
      `This database contains demo data (${found.join(', ')}), so a production server cannot start with it. ` +
        'Use another database, or remove the demo data with: npm start -- --remove-demo-data',
    );
  }
  await db
    .insert(appState)
    .values({ key: PRODUCTION_KEY, value: new Date(now).toISOString() })
    .onConflictDoNothing();
}

/** Throws {@link DatabaseUseError} if a production server has used the database. */
export async function refuseProductionData(db: Db): Promise<void> {
  const [row] = await db.select().from(appState).where(sql`${appState.key} = ${PRODUCTION_KEY}`);
  if (row === undefined) return;
  throw new DatabaseUseError(
    'This database belongs to a production server. Start with NODE_ENV=production, or use another database. ' +
      'A development server would add demo accounts with a published password.',
  );
}

/** Runs the demo seed and records the rows that it adds. `db` is a transaction. */
export async function recordDemoRows(db: Db, seed: () => Promise<void>): Promise<void> {
  const newest = async (table: DemoTable): Promise<number> => {
    const [row] = await rowsOf<{ id: number }>(
      db,
      sql`select coalesce(max(id), 0)::int as id from ${sql.identifier(table)}`,
    );
    return row?.id ?? 0;
  };
  const before = new Map<DemoTable, number>();
  for (const table of demoTables) before.set(table, await newest(table));
  await seed();
  for (const [table, id] of before) {
    await db.execute(
      sql`insert into demo_rows (table_name, row_id) select ${table}, id from ${sql.identifier(table)} where id > ${id}`,
    );
  }
}

/** Describes the demo data of a database. Empty if there is none. */
async function describeDemoData(db: Db): Promise<readonly string[]> {
  const sandboxObjects = sandboxObjectsIn(await readSandboxTables(db));
  const [row] = await rowsOf<{ marks: number; accounts: number; plans: number }>(
    db,
    sql`
    select (select count(*) from app_state where key = ${DEMO_DATA_KEY})::int as marks,
           (select count(*) from users where id in (${demoRows('users')}))::int as accounts,
           (select count(*) from subscriptions where provider_subscription_id in (${sandboxObjects}))::int as plans`,
  );
  if (row === undefined) return [];
  return [
    ...(row.accounts > 0 ? [`${row.accounts} demo accounts`] : []),
    ...(row.plans > 0 ? [`${row.plans} plans paid in a sandbox`] : []),
    ...(row.accounts + row.plans === 0 && row.marks > 0 ? ['demo courses and alerts'] : []),
  ];
}

/** The number of removed rows, by kind. */
export type RemovedDemoData = Readonly<Record<string, number>>;

/** Queries that remove demo data and count the removed rows, in this order. */
const removals = (sandboxObjects: SQL): readonly (readonly [kind: string | null, query: SQL])[] => [
  ['chats', sql`delete from chats where id in (${demoRows('chats')}) returning id`],
  [
    null,
    sql`delete from trial_claims where subscription_id in
      (select id from subscriptions where provider_subscription_id in (${sandboxObjects}))`,
  ],
  [
    'plans',
    sql`delete from subscriptions where provider_subscription_id in (${sandboxObjects}) returning id`,
  ],
  [null, sql`delete from billing_customers where provider_customer_id in (${sandboxObjects})`],
  [null, sql`delete from billing_setup_intents where provider_setup_intent_id in (${sandboxObjects})`],
  [null, sql`delete from wallet_approvals where provider_subscription_id in (${sandboxObjects})`],
  [
    'mails',
    sql`delete from mails where to_address in
      (select email from users where id in (${demoRows('users')})) returning id`,
  ],
  ['accounts', sql`delete from users where id in (${demoRows('users')}) returning id`],
  ['courses', sql`delete from courses where id in (${demoRows('courses')}) returning id`],
  ['alerts', sql`delete from site_alerts where id in (${demoRows('site_alerts')}) returning id`],
];

/** Returns the end of access over all plans of a user, or null. */
type EndOfAccess = (plans: readonly (typeof subscriptions.$inferSelect)[]) => Date | null;

/**
 * Removes demo accounts with their chats, plans paid in a sandbox and their access, demo courses and alerts, identities of
 * the sandboxes, and the data of the sandboxes, in one transaction. Members, their other plans and their other data stay.
 */
export async function removeDemoData(db: Db, endOfAccess: EndOfAccess): Promise<RemovedDemoData> {
  return db.transaction(async (tx) => {
    const removed: Record<string, number> = {};
    const run = async (kind: string | null, query: SQL) => {
      const rows = await rowsOf(tx, query);
      if (kind !== null) removed[kind] = rows.length;
    };
    const [mark] = await rowsOf<{ value: string }>(
      tx,
      sql`select value from app_state where key = ${DEMO_DATA_KEY}`,
    );
    const sandboxTables = await readSandboxTables(tx);
    const sandboxObjects = sandboxObjectsIn(sandboxTables);
    const payers = await tx
      .selectDistinct({ id: subscriptions.userId })
      .from(subscriptions)
      .where(sql`${subscriptions.providerSubscriptionId} in (${sandboxObjects})`);
    for (const [kind, query] of removals(sandboxObjects)) await run(kind, query);
    for (const { id } of payers) {
      const plans = await tx.select().from(subscriptions).where(eq(subscriptions.userId, id));
      await tx
        .update(users)
        .set({ expiredAt: endOfAccess(plans) })
        .where(and(eq(users.id, id), isNull(users.deletedAt)));
    }
    // The sandboxes confirm any identity.
    if (mark !== undefined) await run('social sign-in links', sql`delete from identities returning id`);
    for (const table of sandboxTables) await run(null, sql`delete from ${sql.identifier(table)}`);
    await run(null, sql`delete from demo_rows`);
    await run(null, sql`delete from app_state where key = ${DEMO_DATA_KEY} or starts_with(key, 'sandbox-')`);
    return removed;
  });
}

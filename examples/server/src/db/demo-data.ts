// Detects demo data in a production database at the start, and removes them by a command.
import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { appState } from './schema/accounts.ts';

/** Key in `app_state` of the time at which the demo data were written. */
export const DEMO_DATA_KEY = 'demo-data';
/** Key in `app_state` of a database that a production server has used. */
const PRODUCTION_KEY = 'production';

/** Address suffix of demo accounts; `.test` is reserved, so no member can have it. */
const demoAddress = '%openbell.test';
const demoUsers = sql`select id from users where email like ${demoAddress}`;
/** Objects of the payment sandboxes: access through them was not paid. */
const sandboxObjects = sql`select id from sandbox_card_objects union select id from sandbox_wallet_objects`;

/** The server must not use this database. The message says what to do. */
export class DatabaseUseError extends Error {
  override readonly name = 'DatabaseUseError';
}

/**
 * Prepares a database for a production server: refuses one with demo data or sandbox payments, and marks it, so that no
 * development server writes demo data into it later. Throws {@link DatabaseUseError}.
 */
export async function claimForProduction(db: Db, now: number): Promise<void> {
  const found = await describeDemoData(db);
  if (found.length > 0) {
    throw new DatabaseUseError(
      `This database holds demo data (${found.join(', ')}); a production server does not start with them. ` +
        'Use another database, or remove them with: npm start -- --remove-demo-data',
    );
  }
  await db
    .insert(appState)
    .values({ key: PRODUCTION_KEY, value: new Date(now).toISOString() })
    .onConflictDoNothing();
}

/** Refuses a database that a production server has used. Throws {@link DatabaseUseError}. */
export async function refuseProductionData(db: Db): Promise<void> {
  const [row] = await db.select().from(appState).where(sql`${appState.key} = ${PRODUCTION_KEY}`);
  if (row === undefined) return;
  throw new DatabaseUseError(
    'This database belongs to a production server. Start with NODE_ENV=production, or use another database: ' +
      'without it the server would add demo accounts with a published password.',
  );
}

/** Describes the demo data of a database; empty when there are none. */
async function describeDemoData(db: Db): Promise<readonly string[]> {
  const rows = await db.execute(sql`
    select (select count(*) from app_state where key = ${DEMO_DATA_KEY})::int as marks,
           (select count(*) from users where email like ${demoAddress})::int as accounts,
           (select count(*) from subscriptions where provider_subscription_id in (${sandboxObjects}))::int as plans`);
  const [row] = rowsOf(rows) as { marks: number; accounts: number; plans: number }[];
  if (row === undefined) return [];
  return [
    ...(row.accounts > 0 ? [`${row.accounts} demo accounts`] : []),
    ...(row.plans > 0 ? [`${row.plans} plans paid in a sandbox`] : []),
    ...(row.accounts + row.plans === 0 && row.marks > 0 ? ['demo courses and alerts'] : []),
  ];
}

/** What {@link removeDemoData} removed, by kind. */
export type RemovedDemoData = Readonly<Record<string, number>>;

/**
 * Removes demo accounts with their chats, plans paid in a sandbox and their access, demo courses and alerts, identities of
 * the sandboxes, and the data of the sandboxes, in one transaction. Members and their other data stay.
 */
export async function removeDemoData(db: Db): Promise<RemovedDemoData> {
  return db.transaction(async (tx) => {
    const removed: Record<string, number> = {};
    const run = async (kind: string | null, query: ReturnType<typeof sql>) => {
      const rows = rowsOf(await tx.execute(query));
      if (kind !== null) removed[kind] = (removed[kind] ?? 0) + rows.length;
    };
    const [mark] = rowsOf(
      await tx.execute(sql`select value from app_state where key = ${DEMO_DATA_KEY}`),
    ) as { value: string }[];
    await run(
      'chats',
      sql`delete from chats where id in (select chat_id from chat_members where user_id in (${demoUsers})) returning id`,
    );
    await run(
      null,
      sql`delete from trial_claims where subscription_id in
        (select id from subscriptions where provider_subscription_id in (${sandboxObjects})) returning kind`,
    );
    await run(
      null,
      sql`update users set expired_at = null where id in
        (select user_id from subscriptions where provider_subscription_id in (${sandboxObjects})) returning id`,
    );
    await run(
      'plans',
      sql`delete from subscriptions where provider_subscription_id in (${sandboxObjects}) returning id`,
    );
    await run(
      null,
      sql`delete from billing_customers where provider_customer_id in (${sandboxObjects}) returning user_id`,
    );
    await run(
      null,
      sql`delete from billing_setup_intents where provider_setup_intent_id in (${sandboxObjects}) returning user_id`,
    );
    await run(
      null,
      sql`delete from wallet_approvals where provider_subscription_id in (${sandboxObjects}) returning user_id`,
    );
    await run('mails', sql`delete from mails where to_address like ${demoAddress} returning id`);
    await run('accounts', sql`delete from users where email like ${demoAddress} returning id`);
    if (mark !== undefined) {
      // Courses and alerts have no author: those created before the demo data were complete belong to them.
      await run(
        'courses',
        sql`delete from courses where created_at <= ${mark.value}::timestamptz returning id`,
      );
      await run(
        'alerts',
        sql`delete from site_alerts where created_at <= ${mark.value}::timestamptz returning id`,
      );
      // The sandboxes confirm any identity.
      await run('social sign-in links', sql`delete from identities returning id`);
    }
    for (const table of sandboxTables) await run(null, sql`delete from ${sql.identifier(table)}`);
    await run(
      null,
      sql`delete from app_state where key in (${DEMO_DATA_KEY}, 'sandbox-clock-offset') returning key`,
    );
    return removed;
  });
}

const sandboxTables = [
  'sandbox_card_deliveries',
  'sandbox_card_requests',
  'sandbox_card_objects',
  'sandbox_wallet_deliveries',
  'sandbox_wallet_requests',
  'sandbox_wallet_objects',
] as const;

function rowsOf(result: unknown): readonly unknown[] {
  return (result as { readonly rows: readonly unknown[] }).rows;
}

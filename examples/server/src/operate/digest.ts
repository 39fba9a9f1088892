// The weekly mail to the owner.
import { desc, gt, sql } from 'drizzle-orm';
import { countUsers } from '../accounts/index.ts';
import { countBilling } from '../billing/index.ts';
import { listReports } from '../chat/index.ts';
import type { ServerContext } from '../context.ts';
import { appState } from '../db/schema/accounts.ts';
import { errorCounts } from '../db/schema/operate.ts';
import { queueMail } from '../mail/outbox.ts';
import type { ReportedRow } from './command.types.ts';
import { dayOf } from './error-counts.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday; the first Monday at 8:00 UTC followed after this time. */
const FIRST_DIGEST_MS = 4 * DAY_MS + 8 * 3_600_000;
const STATE_KEY = 'digest-week';
const MAX_ERRORS = 20;

export interface Digest {
  readonly figures: ReportedRow;
  /** Logged errors of the week by kind, the most frequent first. */
  readonly errors: readonly { readonly event: string; readonly count: number }[];
}

/** Reads the figures of the last seven days. */
export async function readDigest({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<Digest> {
  const now = clock.now();
  const since = new Date(now - WEEK_MS);
  const billing = await countBilling(db, { until: new Date(now + WEEK_MS), now: new Date(now) });
  const total = sql<number>`sum(${errorCounts.count})`.mapWith(Number);
  const errors = await db
    .select({ event: errorCounts.event, count: total })
    .from(errorCounts)
    .where(gt(errorCounts.day, dayOf(now - WEEK_MS)))
    .groupBy(errorCounts.event)
    .orderBy(desc(total))
    .limit(MAX_ERRORS);
  return {
    figures: {
      new_members: await countUsers(db, since),
      trials_ending_this_week: billing.trialsEnding,
      plans_with_failed_payment: billing.failing,
      open_reports: (await listReports(db, false)).length,
    },
    errors,
  };
}

/** Queues the digest to the owner. Returns false without OWNER_EMAIL. */
export async function mailDigest(context: ServerContext): Promise<boolean> {
  const { config, db, clock } = context;
  if (config.ownerEmail === null) return false;
  const { figures, errors } = await readDigest(context);
  const now = clock.now();
  const lines = [
    `The last seven days on ${config.publicUrl}, until ${dayOf(now)}:`,
    '',
    `New members: ${figures.new_members}`,
    `Trials that end within seven days: ${figures.trials_ending_this_week}`,
    `Plans with a failed payment: ${figures.plans_with_failed_payment}`,
    `Open reports of messages: ${figures.open_reports}`,
    '',
    errors.length === 0 ? 'No errors were logged.' : 'Logged errors by kind:',
    ...errors.map(({ event, count }) => `  ${event}: ${count}`),
    '',
    'Answer reports with: npm run operate -- report list',
    'Check the installation with: npm run operate -- doctor',
    '',
  ];
  const subject = `Openbell: your week until ${dayOf(now)}`;
  await queueMail(db, { to: config.ownerEmail, subject, text: lines.join('\n') }, now);
  return true;
}

/** Mails the digest of each week once, after Monday 8:00 UTC, also with several processes. */
export async function sendDueDigest(context: ServerContext): Promise<void> {
  const { config, db, clock } = context;
  if (config.ownerEmail === null) return;
  const week = String(Math.floor((clock.now() - FIRST_DIGEST_MS) / WEEK_MS));
  // In one transaction: a failure does not lose the mail of a week.
  await db.transaction(async (tx) => {
    const claimed = await tx
      .insert(appState)
      .values({ key: STATE_KEY, value: week })
      .onConflictDoUpdate({
        target: appState.key,
        set: { value: week },
        setWhere: sql`${appState.value}::bigint < ${week}::bigint`,
      })
      .returning();
    if (claimed.length > 0) await mailDigest({ ...context, db: tx });
  });
}

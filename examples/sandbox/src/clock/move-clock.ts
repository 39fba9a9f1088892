import { runBillingJobs } from '../../../server/src/billing/jobs.ts';
import type { ServerContext } from '../../../server/src/context.ts';
import type { Db } from '../../../server/src/db/database.ts';
import { eq } from '../../../server/src/db/query.ts';
import { appState } from '../../../server/src/db/schema/accounts.ts';
import { deliverMails } from '../../../server/src/mail/outbox.ts';
import type { MovableClock } from './movable-clock.ts';

const key = 'sandbox-clock-offset';
/** A jump with more moments in it than these goes the rest of the way at once. */
const MOST_STEPS = 2_000;

/** A stand-in to which things happen as time passes. */
export interface TimedSandbox {
  /** When something happens to it next, in milliseconds since the epoch; null when nothing will. */
  nextDue(): Promise<number | null>;
  /** Lets happen what is due, and tells the server of it. */
  tick(): Promise<void>;
  /** How many plans wait for a payment that was refused. */
  failing(): Promise<number>;
  /** Lets those payments go through now. */
  recover(): Promise<void>;
}

/** Sets the clock where it was before the server was stopped: the data are of that time. */
export async function restoreClock(db: Db, clock: MovableClock): Promise<void> {
  const [row] = await db.select().from(appState).where(eq(appState.key, key));
  if (row !== undefined) clock.setOffset(Number(row.value));
}

/**
 * Moves the server's time forward to `target`, with what lives on it: from one moment at which something happens to the
 * next, so that each renewal, refusal and mail has its own time and nobody's access ends for a notice that is only late
 * because of the jump. Then sockets whose access has ended close, and mails go out.
 */
export async function moveClock(
  context: ServerContext,
  clock: MovableClock,
  sandboxes: readonly TimedSandbox[],
  target: number,
): Promise<void> {
  const { db, bus, log } = context;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const due = await earliest(sandboxes);
    if (due === null || due > target) break;
    setTo(clock, due);
    for (const sandbox of sandboxes) await sandbox.tick();
  }
  setTo(clock, target);
  const value = String(clock.offset);
  await db
    .insert(appState)
    .values({ key, value })
    .onConflictDoUpdate({ target: appState.key, set: { value } });
  for (const sandbox of sandboxes) await sandbox.tick();
  await runBillingJobs(context);
  bus.publish('clock-moved', { now: clock.now() });
  await deliverMails(context);
  log.info('sandbox-clock-moved', { now: new Date(clock.now()).toISOString(), offset: clock.offset });
}

/** Lets every refused payment go through, as when people have seen to their cards and wallets; mails tell of it. */
export async function recoverPayments(
  context: ServerContext,
  sandboxes: readonly TimedSandbox[],
): Promise<void> {
  for (const sandbox of sandboxes) {
    await sandbox.recover();
    await sandbox.tick();
  }
  await deliverMails(context);
  context.log.info('sandbox-payments-recovered');
}

function setTo(clock: MovableClock, moment: number): void {
  clock.setOffset(clock.offset + moment - clock.now());
}

async function earliest(sandboxes: readonly TimedSandbox[]): Promise<number | null> {
  const moments = await Promise.all(sandboxes.map((sandbox) => sandbox.nextDue()));
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

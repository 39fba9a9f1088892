import {
  appState,
  type Db,
  deliverMails,
  eq,
  runBillingJobs,
  type ServerContext,
} from '@openbell/example-server';
import type { MovableClock } from './movable-clock.ts';

const key = 'sandbox-clock-offset';
/** After this many steps the clock jumps to the target. */
const MOST_STEPS = 2_000;

/** A sandbox with events at fixed times. */
export interface TimedSandbox {
  /** Time of the next event in milliseconds since the epoch; null for none. */
  nextDue(): Promise<number | null>;
  /** Runs the due events, then delivers the due webhooks. */
  tick(): Promise<void>;
  /** Number of plans with a refused payment. */
  failing(): Promise<number>;
  /** Makes their cards or funding good, and collects these payments now. */
  recover(): Promise<void>;
}

/** Restores the clock's offset from the database. */
export async function restoreClock(db: Db, clock: MovableClock): Promise<void> {
  const [row] = await db.select().from(appState).where(eq(appState.key, key));
  if (row !== undefined) clock.setOffset(Number(row.value));
}

interface ClockMove {
  readonly clock: MovableClock;
  readonly sandboxes: readonly TimedSandbox[];
  /** Milliseconds since the epoch. */
  readonly target: number;
}

/**
 * Moves the server's time forward to `target` in steps, from one due event of the sandboxes to the next, so that each
 * renewal and mail gets its own time. Then closes sockets whose access has ended, and sends the mails.
 */
export async function moveClock(
  context: ServerContext,
  { clock, sandboxes, target }: ClockMove,
): Promise<void> {
  const { db, log } = context;
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
  clock.announceJump();
  await deliverMails(context);
  log.info('sandbox-clock-moved', { now: new Date(clock.now()).toISOString(), offset: clock.offset });
}

/** Collects every refused payment, as if the members had updated their payment methods. */
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

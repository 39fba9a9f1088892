import { lt } from 'drizzle-orm';
import { deleteOldNetworks } from './accounts/known-networks.ts';
import { deleteExpiredOtpCodes } from './accounts/otp-codes.ts';
import { runDataExports, sweepDataExports } from './accounts/personal-data/data-exports.ts';
import { deleteOldIdempotencyKeys } from './billing/idempotency.ts';
import { runBillingJobs } from './billing/jobs.ts';
import { sweepUploads } from './chat/uploads/sweep-uploads.ts';
import { publishDueAlerts } from './content/index.ts';
import type { ServerContext } from './context.ts';
import { captchaUsed } from './db/schema/accounts.ts';
import { deleteOldChallenges } from './factors/passkey-challenges.ts';
import { deleteOldSecondSteps } from './factors/second-step.ts';
import { deleteEndedProcesses } from './live/process-row.ts';
import { deleteOldEvents } from './live/stored-events.ts';
import { deleteOldMails, deliverMails } from './mail/outbox.ts';
import { type ErrorCounts, sendDueDigest } from './operate/index.ts';
import { deleteExpiredRateLimits } from './security/rate-limits.ts';
import { deleteExpiredCallHits } from './security/shared-limits.ts';
import { deleteExpiredSessions } from './sessions/sessions.ts';

const mailEveryMs = 5_000;
const alertsEveryMs = 5_000;
const billingEveryMs = 30_000;
const digestEveryMs = 60_000;
const exportsEveryMs = 5_000;
const sweepEveryMs = 10 * 60_000;

/** Starts the background jobs: mails, billing, removal of expired rows. Returns a function that stops them. */
export function startHousekeeping(context: ServerContext, errorCounts: ErrorCounts): () => Promise<void> {
  const { db, clock, log, mail } = context;
  let running: Promise<unknown> = Promise.resolve();
  const run = (name: string, work: () => Promise<unknown>) => {
    running = running.then(work).catch((error) => log.error('housekeeping-failed', { name, error }));
  };
  const alone = new Map<string, Promise<unknown>>();
  /** For jobs that take minutes, which must not delay the others. Skips a run while the previous one continues. */
  const runAlone = (name: string, work: () => Promise<unknown>) => {
    if (alone.has(name)) return;
    const done = work()
      .catch((error) => log.error('housekeeping-failed', { name, error }))
      .finally(() => alone.delete(name));
    alone.set(name, done);
  };
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms));
  every(mailEveryMs, () => runAlone('mails', () => deliverMails(context)));
  every(alertsEveryMs, () => run('alerts', () => publishDueAlerts(context)));
  every(digestEveryMs, () => {
    run('error-counts', () => errorCounts.store(context));
    run('digest', () => sendDueDigest(context));
  });
  every(billingEveryMs, () => runAlone('billing', () => runBillingJobs(context)));
  const stopping = new AbortController();
  every(exportsEveryMs, () => runAlone('data-exports', () => runDataExports(context, stopping.signal)));
  every(sweepEveryMs, () => {
    const now = clock.now();
    runAlone('sweep', async () => {
      await deleteExpiredSessions(db, now);
      await deleteExpiredRateLimits(db, now);
      await deleteExpiredCallHits(db, now);
      await deleteExpiredOtpCodes(db, now);
      await deleteOldIdempotencyKeys(db, now);
      await deleteOldMails(context);
      await deleteOldNetworks(context);
      await deleteOldSecondSteps(context);
      await deleteOldChallenges(context);
      await deleteOldEvents(db);
      await deleteEndedProcesses(db);
      // By the system clock, as file times are; the sandbox's clock may be ahead.
      await sweepUploads(context, Date.now());
      await sweepDataExports(context, now);
      await db.delete(captchaUsed).where(lt(captchaUsed.expiresAt, new Date(now)));
    });
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stopping.abort();
    mail.close();
    await Promise.all([running, ...alone.values()]);
    await errorCounts.store(context).catch((error) => log.warn('error-counts-lost', { error }));
  };
}

import { lt } from 'drizzle-orm';
import { sweepOtpCodes } from './accounts/otp-codes.ts';
import { runBillingJobs } from './billing/jobs.ts';
import { sweepUploads } from './chat/uploads/sweep-uploads.ts';
import type { ServerContext } from './context.ts';
import { captchaUsed } from './db/schema/accounts.ts';
import { deliverMails } from './mail/outbox.ts';
import { sweepRateLimits } from './security/rate-limits.ts';
import { sweepSessions } from './sessions/sessions.ts';

const mailEveryMs = 5_000;
const billingEveryMs = 30_000;
const sweepEveryMs = 10 * 60_000;

/** Starts the background jobs: mails, billing, removal of expired rows. Returns a function that stops them. */
export function startHousekeeping(context: ServerContext): () => Promise<void> {
  const { db, clock, log, mail } = context;
  let running: Promise<unknown> = Promise.resolve();
  const run = (name: string, work: () => Promise<unknown>) => {
    running = running.then(work).catch((error) => log.error('housekeeping-failed', { name, error }));
  };
  const mailTimer = setInterval(() => {
    run('mails', () => deliverMails(context));
  }, mailEveryMs);
  const billingTimer = setInterval(() => {
    run('billing', () => runBillingJobs(context));
  }, billingEveryMs);
  const sweepTimer = setInterval(() => {
    const now = clock.now();
    run('sweep', async () => {
      await sweepSessions(db, now);
      await sweepRateLimits(db, now);
      await sweepOtpCodes(db, now);
      // By the system clock, as file times are; the sandbox's clock may be ahead.
      await sweepUploads(context, Date.now());
      await db.delete(captchaUsed).where(lt(captchaUsed.expiresAt, new Date(now)));
    });
  }, sweepEveryMs);
  return async () => {
    clearInterval(mailTimer);
    clearInterval(billingTimer);
    clearInterval(sweepTimer);
    mail.close();
    await running;
  };
}

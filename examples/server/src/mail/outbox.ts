import { and, desc, eq, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { claimDue } from '../db/claim-due.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { mails } from '../db/schema/accounts.ts';
import type { Logger } from '../log.ts';
import type { Mail, MailProvider } from '../providers/mail/mail-provider.ts';
import { sha256Hex } from '../security/tokens.ts';

/** A mail in the sandbox's mailbox. `at` in ISO 8601. */
export interface ShownMail extends Mail {
  readonly at: string;
}

/** Adds a mail to the outbox. Pass the transaction of the change that it reports. */
export async function queueMail(db: Db, mail: Mail, now: number): Promise<void> {
  await db.insert(mails).values({
    toAddress: mail.to,
    subject: mail.subject,
    body: mail.text,
    createdAt: new Date(now),
    nextAttemptAt: new Date(now),
  });
}

/** Does the same work as `queueMail` without a mail, so that the duration does not reveal whether an account exists. */
export async function simulateQueueMail(db: Db): Promise<void> {
  const at = sql`now()`;
  await db.execute(
    sql`insert into ${mails} (to_address, subject, body, created_at, next_attempt_at) select '', '', '', ${at}, ${at} where false`,
  );
}

/** Returns the newest 200 mails, to one address or to all, newest first. */
export async function listMails(db: Db, to: string | undefined): Promise<ShownMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(to === undefined ? undefined : sameAddress(mails.toAddress, to))
    .orderBy(desc(mails.id))
    .limit(200);
  return rows.map((row) => ({
    to: row.toAddress,
    subject: row.subject,
    text: row.body,
    at: row.createdAt.toISOString(),
  }));
}

const maxAttempts = 8;
const batchSize = 20;
/** How long mails are kept after they were queued. */
const keptMs = 30 * 86_400_000;

interface DeliveryContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: MailProvider;
}

/**
 * Sends the due mails and returns the number of sent mails. Retries after 1 min, 2 min, 4 min …, up to 8 attempts.
 */
export async function deliverMails({ db, clock, log, mail: provider }: DeliveryContext): Promise<number> {
  const now = clock.now();
  const open = and(isNull(mails.sentAt), lt(mails.attempts, maxAttempts));
  let sent = 0;
  for (let count = 0; count < batchSize; count += 1) {
    // One by one, as a slow mail server would take longer than the delay for all.
    const [mail] = await claimDue(db, mails, { now, limit: 1, open, delayMs: 60_000, growth: 2 });
    if (mail === undefined) break;
    try {
      await provider.send({
        to: mail.toAddress,
        subject: mail.subject,
        text: mail.body,
        reference: sha256Hex(`${mail.id} ${mail.createdAt.toISOString()} ${mail.toAddress}`).slice(0, 32),
      });
    } catch (error) {
      const reason = describeError(error);
      log.warn('mail-not-sent', { mailId: mail.id, attempt: mail.attempts, reason });
      await db.update(mails).set({ lastError: reason }).where(eq(mails.id, mail.id));
      continue;
    }
    await db
      .update(mails)
      .set({ sentAt: new Date(now), lastError: null, ...(provider.deletesSentTexts ? { body: '' } : {}) })
      .where(eq(mails.id, mail.id));
    sent += 1;
  }
  return sent;
}

/** Deletes mails of which nothing is left to do, some time after they were queued. */
export async function deleteOldMails({ db, clock }: Pick<DeliveryContext, 'db' | 'clock'>): Promise<void> {
  const isDone = or(isNotNull(mails.sentAt), gte(mails.attempts, maxAttempts));
  await db.delete(mails).where(and(isDone, lte(mails.createdAt, new Date(clock.now() - keptMs))));
}

/** Describes an error without the mail server's message, which may contain addresses, texts or passwords. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const response = 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
  return `${error.name}${code}${response}`;
}

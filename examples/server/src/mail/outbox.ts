import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { mails } from '../db/schema/accounts.ts';

/** A mail in plain text. `to` is one stored address, never text that a request carried. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail as the sandbox shows it: newest first, `at` in ISO 8601. */
export interface ShownMail extends Mail {
  readonly at: string;
}

/** Delivers one mail. Rejects when it could not: the outbox tries again later. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Puts a mail in the outbox. Give it the transaction of what the mail tells about, and either both are kept or
 * neither; nothing waits for a mail server.
 */
export async function queueMail(db: Db, mail: Mail, now: number): Promise<void> {
  await db.insert(mails).values({
    toAddress: mail.to,
    subject: mail.subject,
    body: mail.text,
    createdAt: new Date(now),
    nextAttemptAt: new Date(now),
  });
}

/** The mails to an address (all of them without one), newest first, at most 200. */
export async function listMails(db: Db, to: string | undefined): Promise<ShownMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(to === undefined ? undefined : eq(sql`lower(${mails.toAddress})`, to.toLowerCase()))
    .orderBy(desc(mails.id))
    .limit(200);
  return rows.map((row) => ({
    to: row.toAddress,
    subject: row.subject,
    text: row.body,
    at: row.createdAt.toISOString(),
  }));
}

const attempts = 8;
const batch = 20;

/**
 * Sends what is due and returns how many went out. A failed mail waits 1 min, 2 min, 4 min … and is given up
 * after 8 tries. Each mail is claimed by a conditional update first, so that two processes do not both send it.
 */
export async function deliverMails(db: Db, send: SendMail, now: number): Promise<number> {
  const due = await db
    .select()
    .from(mails)
    .where(
      and(isNull(mails.sentAt), lte(mails.nextAttemptAt, new Date(now)), lte(mails.attempts, attempts - 1)),
    )
    .orderBy(asc(mails.id))
    .limit(batch);
  let sent = 0;
  for (const mail of due) {
    const [claimed] = await db
      .update(mails)
      .set({
        attempts: mail.attempts + 1,
        nextAttemptAt: new Date(now + 60_000 * 2 ** mail.attempts),
      })
      .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNull(mails.sentAt)))
      .returning({ id: mails.id });
    if (claimed === undefined) continue;
    try {
      await send({ to: mail.toAddress, subject: mail.subject, text: mail.body });
      await db
        .update(mails)
        .set({ sentAt: new Date(now), lastError: null })
        .where(eq(mails.id, mail.id));
      sent += 1;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await db
        .update(mails)
        .set({ lastError: message.slice(0, 500) })
        .where(eq(mails.id, mail.id));
    }
  }
  return sent;
}

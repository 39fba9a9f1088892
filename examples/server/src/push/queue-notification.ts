import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import type { PushAbout } from '../db/schema/push.ts';

/** Delay for messages, which may be delivered by socket instead. */
const messageDelayMs = 3_000;

/** Queues the notification of a stored event, unless a process has queued it. */
export async function queueNotification(
  db: Db,
  about: PushAbout,
  { eventId, now }: { readonly eventId: number; readonly now: number },
): Promise<void> {
  const key = about.kind === 'message' ? `message:${about.messageId}` : `alert:${about.alertId}`;
  const dueAt = new Date(about.kind === 'message' ? now + messageDelayMs : now).toISOString();
  await db.execute(sql`with claimed as (update events set pushed = true where id = ${eventId} and not pushed returning id)
    insert into push_news (key, about, due_at)
    select ${key}, ${JSON.stringify(about)}::jsonb, ${dueAt}::timestamptz from claimed
    on conflict do nothing`);
}

/** Queues the notifications of stored events that no process has queued. */
export async function queueMissedNotifications(db: Db, now: number): Promise<void> {
  const alertDue = new Date(now).toISOString();
  const messageDue = new Date(now + messageDelayMs).toISOString();
  await db.execute(sql`with claimed as (
      update events set pushed = true
      where not pushed and (type = 'alert-created' or (type = 'message-changed' and detail @> '{"isNew": true}'))
      returning type, detail)
    insert into push_news (key, about, due_at)
    select 'alert:' || (detail ->> 'alertId'),
      jsonb_build_object('kind', 'alert', 'alertId', detail -> 'alertId'), ${alertDue}::timestamptz
      from claimed where type = 'alert-created'
    union all
    select 'message:' || (detail ->> 'messageId'),
      jsonb_build_object('kind', 'message', 'chatId', detail -> 'chatId', 'messageId', detail -> 'messageId'),
      ${messageDue}::timestamptz
      from claimed where type = 'message-changed'
    on conflict do nothing`);
}

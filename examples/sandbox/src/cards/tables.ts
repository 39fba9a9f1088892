// The data of the card sandbox. Times are unix seconds, as in Stripe's objects. The constraints are in
// migrations/0001-payments.sql.
import { bigint, integer, jsonb, pgTable, text } from '@openbell/example-server';

/** One Stripe object, and hidden data. */
export const sandboxCardObjects = pgTable('sandbox_card_objects', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  /** The customer of a subscription or card, the subscription of an invoice. */
  parent: text('parent'),
  /** A price's lookup key. */
  lookup: text('lookup'),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  /** Time of the next event, such as a renewal; null for none. */
  dueAt: bigint('due_at', { mode: 'number' }),
  body: jsonb('body').$type<object>().notNull(),
  hidden: jsonb('hidden').$type<object>().notNull().default({}),
});

/** Responses by `Idempotency-Key`. */
export const sandboxCardRequests = pgTable('sandbox_card_requests', {
  key: text('key').primaryKey(),
  requestSha256: text('request_sha256').notNull(),
  status: integer('status').notNull(),
  body: text('body').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Queued webhooks. */
export const sandboxCardDeliveries = pgTable('sandbox_card_deliveries', {
  eventId: text('event_id').primaryKey(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: bigint('next_attempt_at', { mode: 'number' }).notNull(),
  deliveredAt: bigint('delivered_at', { mode: 'number' }),
  lastError: text('last_error'),
});

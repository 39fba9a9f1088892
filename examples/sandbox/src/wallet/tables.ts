// The data of the PayPal sandbox. Times are milliseconds since the epoch. The constraints are in
// migrations/0001-payments.sql.
import { bigint, integer, jsonb, pgTable, text } from '@openbell/example-server';

/** One PayPal object, and hidden data. */
export const sandboxWalletObjects = pgTable('sandbox_wallet_objects', {
  id: text('id').primaryKey(),
  kind: text('kind')
    .$type<'product' | 'plan' | 'subscription' | 'transaction' | 'refund' | 'dispute' | 'event'>()
    .notNull(),
  /** The product of a plan, the subscription of a transaction, the transaction of a refund or dispute. */
  parent: text('parent'),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  /** Time of the next event, such as a payment; null for none. */
  dueAt: bigint('due_at', { mode: 'number' }),
  body: jsonb('body').$type<object>().notNull(),
  hidden: jsonb('hidden').$type<object>().notNull().default({}),
});

/** Responses by `PayPal-Request-Id`. */
export const sandboxWalletRequests = pgTable('sandbox_wallet_requests', {
  key: text('key').primaryKey(),
  status: integer('status').notNull(),
  body: text('body').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Queued webhooks. */
export const sandboxWalletDeliveries = pgTable('sandbox_wallet_deliveries', {
  eventId: text('event_id').primaryKey(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: bigint('next_attempt_at', { mode: 'number' }).notNull(),
  deliveredAt: bigint('delivered_at', { mode: 'number' }),
  lastError: text('last_error'),
});

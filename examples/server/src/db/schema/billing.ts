// Plans, subscriptions and invoices. The constraints are in migrations/0002-billing.sql and 0007-billing.sql.
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** The products. Money is in the currency's smallest unit (cents). */
export const programs = pgTable('programs', {
  id: id(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  monthlyCents: integer('monthly_cents').notNull(),
  yearlyCents: integer('yearly_cents').notNull(),
  currency: text('currency').notNull().default('usd'),
  position: integer('position').notNull().default(0),
  /** Whether new members can choose it. */
  offered: boolean('offered').notNull().default(true),
});

/** The customer of a user at the card provider. */
export const billingCustomers = pgTable('billing_customers', {
  userId: integer('user_id').primaryKey(),
  providerCustomerId: text('provider_customer_id').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Set-up intents that this server opened; only these can pay. */
export const billingSetupIntents = pgTable('billing_setup_intents', {
  providerSetupIntentId: text('provider_setup_intent_id').primaryKey(),
  userId: integer('user_id').notNull(),
  programId: integer('program_id').notNull(),
  term: integer('term').$type<1 | 2>().notNull(),
  createdAt: instant('created_at').notNull(),
  /** When it was used or canceled. Null while it is usable. */
  closedAt: instant('closed_at'),
});

/** PayPal subscriptions that await approval; PayPal charges nothing before this server activates one. */
export const walletApprovals = pgTable('wallet_approvals', {
  providerSubscriptionId: text('provider_subscription_id').primaryKey(),
  userId: integer('user_id').notNull(),
  programId: integer('program_id').notNull(),
  term: integer('term').$type<1 | 2>().notNull(),
  /** Whether it starts with the free trial. */
  trial: boolean('trial').notNull(),
  approveLink: text('approve_link').notNull(),
  /** The origin of the site to return to. */
  returnOrigin: text('return_origin').notNull(),
  createdAt: instant('created_at').notNull(),
  /** When it was last read from the provider. */
  checkedAt: instant('checked_at').notNull(),
  /** The outcome; null while it is open. */
  outcome: text('outcome').$type<'subscribed' | 'superseded' | 'trial-used' | 'refused' | 'abandoned'>(),
});

/** Keys of the queued billing mails. Each is sent once. */
export const billingNotices = pgTable('billing_notices', {
  key: text('key').primaryKey(),
  createdAt: instant('created_at').notNull(),
});

/** Responses by `Idempotency-Key`. `status` is null while the first request runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    /** Hexadecimal digest of the canonical request. */
    requestSha256: text('request_sha256').notNull(),
    status: integer('status'),
    body: jsonb('body').$type<unknown>(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** The status `pending` is ours, until the provider responds. The others are the provider's. `manual` is an operator's grant. */
export const subscriptions = pgTable('subscriptions', {
  id: id(),
  userId: integer('user_id').notNull(),
  programId: integer('program_id').notNull(),
  provider: text('provider').$type<'stripe' | 'paypal' | 'manual'>().notNull(),
  providerSubscriptionId: text('provider_subscription_id'),
  status: text('status').notNull(),
  /** 1 = monthly, 2 = yearly. */
  period: integer('period').$type<1 | 2>().notNull(),
  currentPeriodStart: instant('current_period_start'),
  currentPeriodEnd: instant('current_period_end'),
  trialEnd: instant('trial_end'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  canceledAt: instant('canceled_at'),
  /** When the payment of the running period first failed; null when it is paid. */
  pastDueSince: instant('past_due_since'),
  /** Whether its newest payment was refunded in full or is disputed. */
  paymentReversed: boolean('payment_reversed').notNull().default(false),
  /** What the next charge takes, in the currency's smallest unit; null while unknown. */
  amountCents: integer('amount_cents'),
  /** Time of the next charge or retry; null for none. */
  nextChargeAt: instant('next_charge_at'),
  /** The card that it charges; null for PayPal and while unknown. */
  card: jsonb('card').$type<{ readonly brand: string; readonly last4: string; readonly expiresAt: number }>(),
  /** Number of the provider read of this row; older reads never overwrite it. */
  readNumber: bigint('read_number', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Payment history, without the provider's events and payment ids. */
export const invoices = pgTable('invoices', {
  id: id(),
  subscriptionId: integer('subscription_id').notNull(),
  providerInvoiceId: text('provider_invoice_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  status: text('status').notNull(),
  billedAt: instant('billed_at').notNull(),
  /** Whether it was refunded in full or is disputed. */
  reversed: boolean('reversed').notNull().default(false),
  /** `https` on the allow-list or a path of this site; null when there is none. */
  invoicePdf: text('invoice_pdf'),
  readNumber: bigint('read_number', { mode: 'number' }).notNull().default(0),
});

/** Claimed free trials: one per user, card fingerprint and PayPal payer. */
export const trialClaims = pgTable(
  'trial_claims',
  {
    kind: text('kind').$type<'user' | 'card' | 'payer'>().notNull(),
    value: text('value').notNull(),
    subscriptionId: integer('subscription_id'),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value] })],
);

/** Received webhooks. Without `handledAt`, it failed or is being handled, and the provider may send it again. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

/** Refunds of payments by the operator. */
export const refunds = pgTable('refunds', {
  providerRefundId: text('provider_refund_id').primaryKey(),
  invoiceId: integer('invoice_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  createdAt: instant('created_at').notNull(),
});

import type { Subscription, SubscriptionHistory, User } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import { numberText } from '../shared/formats.ts';
import { readAllowedUrl, readSitePath } from '../shared/site-path.ts';

/** How a subscription's status looks: `positive` is drawn green, `negative` red, `caution` yellow. */
export interface StatusDisplay {
  readonly text: string;
  readonly tone: 'positive' | 'negative' | 'caution';
}

/**
 * ACTIVE in green, CANCELED in red (`canceled` and `cancelled` both count), every other value in upper case and yellow.
 */
export function displayStatus(status: string): StatusDisplay {
  const word = status.trim().toLowerCase();
  if (word === 'active') return { text: 'ACTIVE', tone: 'positive' };
  if (word === 'canceled' || word === 'cancelled') return { text: 'CANCELED', tone: 'negative' };
  return { text: status.trim().toUpperCase(), tone: 'caution' };
}

/** 1 is monthly, every other value yearly. */
export function periodOf(period: number): 'monthly' | 'yearly' {
  return period === 1 ? 'monthly' : 'yearly';
}

/** Formats a day in the viewer's zone, `21 Nov 2026`; empty for an invalid date. */
export function formatDay(instant: string | number | null): string {
  return formatInstant(instant, 'DD MMM YYYY');
}

/** When the displayed subscription is charged again, or when it ends. */
export interface BillingDate {
  readonly kind: 'next-billing' | 'expiry';
  readonly at: string | null;
}

/** A subscription that renews has a next billing date; others have an expiry. */
export function billingDate(
  subscription: Pick<
    Subscription,
    'status' | 'current_period_end' | 'next_charge_at' | 'cancel_at_period_end'
  >,
  user: Pick<User, 'expired_at'>,
): BillingDate {
  const { status, current_period_end: periodEnd, next_charge_at: charge } = subscription;
  const renews =
    ['active', 'trialing'].includes(status.trim().toLowerCase()) && !subscription.cancel_at_period_end;
  return renews
    ? { kind: 'next-billing', at: charge ?? periodEnd ?? user.expired_at }
    : { kind: 'expiry', at: user.expired_at ?? periodEnd };
}

const dollars: Intl.NumberFormatOptions = { style: 'currency', currency: 'USD' };

/** Formats dollars: `$49.90`, `-$100.00`, `$0.00`; empty for a missing amount. */
export function formatDollars(amount: number | null): string {
  if (amount === null) return '';
  return numberText(amount, dollars);
}

/** Allowed hosts of invoices. */
const INVOICE_HOSTS: readonly string[] = [
  'pay.stripe.com',
  'invoice.stripe.com',
  'files.stripe.com',
  'www.paypal.com',
  'paypal.com',
  'www.sandbox.paypal.com',
  'www.paypalobjects.com',
];

/** The allowed origins of invoice links. */
export interface InvoiceLinkOptions {
  /** The API's origin, for links that are paths; without it, such links are rejected. */
  readonly apiOrigin?: string;
  readonly hosts?: readonly string[];
}

/**
 * The URL of an invoice. Null, which is shown as N/A, for a link that is missing, not `https`, or not on the allow-list. A
 * root-relative path is a document of the API.
 */
export function invoiceLink(entry: SubscriptionHistory, options: InvoiceLinkOptions = {}): string | null {
  const raw = entry.data.data.object.invoice_pdf;
  const allowed = readAllowedUrl(raw, options.hosts ?? INVOICE_HOSTS);
  if (allowed !== null) return allowed.href;
  return options.apiOrigin === undefined ? null : (readSitePath(raw, options.apiOrigin)?.href ?? null);
}

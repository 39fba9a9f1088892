import type { Subscription, SubscriptionHistory, User } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
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

/** A day in the viewer's zone, `21 Nov 2026`; empty for what is no date. */
export function formatDay(instant: string | number | null): string {
  return formatInstant(instant, 'DD MMM YYYY');
}

/** When the displayed subscription is charged again, or when it ends. */
export interface BillingDate {
  readonly kind: 'next-billing' | 'expiry';
  readonly at: string | null;
}

/** One that renews has a next billing date; any other ends with the member's access. */
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

/** Made by the first amount: the browser reads its tables of languages for it. */
let dollars: Intl.NumberFormat | null = null;

/** Dollars with the sign in front: `$49.90`, `-$100.00`, `$0.00`. */
export function formatDollars(amount: number): string {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  // Adding zero turns -0 into 0, which would read as -$0.00.
  return dollars.format(amount + 0);
}

/** Where invoices may be. */
export const INVOICE_HOSTS: readonly string[] = [
  'pay.stripe.com',
  'invoice.stripe.com',
  'files.stripe.com',
  'www.paypal.com',
  'paypal.com',
  'www.sandbox.paypal.com',
  'www.paypalobjects.com',
];

/** Where invoice links may lead. */
export interface InvoiceLinkOptions {
  /** The API's origin: a link that is a path is a file of the API. Absent, such links are refused. */
  readonly apiOrigin?: string;
  readonly hosts?: readonly string[];
}

/**
 * The address of an invoice, or null, which reads N/A: a link that is missing, not `https`, or not on the allow-list. A root-relative path is a document of the API itself.
 */
export function invoiceLink(entry: SubscriptionHistory, options: InvoiceLinkOptions = {}): string | null {
  const raw = entry.data.data.object.invoice_pdf;
  const allowed = readAllowedUrl(raw, options.hosts ?? INVOICE_HOSTS);
  if (allowed !== null) return allowed.href;
  return options.apiOrigin === undefined ? null : (readSitePath(raw, options.apiOrigin)?.href ?? null);
}

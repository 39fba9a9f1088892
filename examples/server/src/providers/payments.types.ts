// Provider-independent types of payments.

/** 1 = monthly, 2 = yearly. */
type BillingTerm = 1 | 2;

/** A plan with the server's price. */
export interface PricedPlan {
  readonly programSlug: string;
  readonly programName: string;
  readonly term: BillingTerm;
  readonly amountCents: number;
  readonly currency: string;
}

/** A subscription at a provider. Times are milliseconds since the epoch. */
export interface ProviderSubscription {
  readonly id: string;
  /** Null for PayPal, which has no customers. */
  readonly customerId: string | null;
  /** The id of our row; null if this server did not create it. */
  readonly reference: number | null;
  /** The provider's status: `trialing`, `active`, `past_due`, `canceled`, … */
  readonly status: string;
  readonly currentPeriodStart: number | null;
  /** Null if unknown (PayPal, after the end): the stored value stays. */
  readonly currentPeriodEnd: number | null;
  readonly trialEnd: number | null;
  /** What the next charge or retry takes; null if unknown, missing without one: the stored one stays. */
  readonly amountCents?: number | null;
  /** Time of the next charge or retry; null for none. */
  readonly nextChargeAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  /** Whether it was ended because payments failed. */
  readonly endedByFailedPayment: boolean;
  /** Time of the failed payment; null if unknown. */
  readonly failingSince: number | null;
  /** The card that it charges; missing if unknown: the stored one stays. */
  readonly card?: ProviderCard;
}

/** The parts of a card that a member recognizes it by. */
export interface ProviderCard {
  /** Lower case, for example `visa`. */
  readonly brand: string;
  readonly last4: string;
  /** The first instant at which it is no longer valid, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** An invoice at a provider. */
export interface ProviderInvoice {
  readonly id: string;
  /** Null for an invoice without a subscription. */
  readonly subscriptionId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** `paid`, `open`, `void`, `uncollectible` or `draft`. */
  readonly status: string;
  /** Whether the payment was refunded in full, or is disputed and not won; missing if unknown: the stored value stays. */
  readonly reversed?: boolean;
  /** Time of payment, or of creation, in milliseconds since the epoch. */
  readonly billedAt: number;
  /** The provider's address of the document. */
  readonly pdf: string | null;
}

/** A verified webhook. Its object must be read from the provider. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Null for other objects. */
  readonly about: { readonly kind: 'subscription' | 'invoice' | 'payment'; readonly id: string } | null;
}

/** A refund of a payment, in part or in full. */
interface NewRefund {
  /** The provider's id of the invoice or payment. */
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly idempotencyKey: string;
}

/** The calls of all payment providers. */
export interface SubscriptionProvider {
  /** Reads a subscription; null for an unknown id. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Lists the invoices of a subscription, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<readonly ProviderInvoice[]>;
  /** Cancels at the end of the current period or trial. Idempotent. */
  stopRenewing(id: string): Promise<void>;
  /** Ends a subscription now. Idempotent. */
  endSubscription(id: string): Promise<void>;
  /** Refunds a paid invoice and returns the id of the refund. Throws `PaymentProviderError`. */
  refund(request: NewRefund): Promise<{ readonly id: string }>;
}

/** The provider rejected a call, or was unavailable. */
export class PaymentProviderError extends Error {
  /** The message of `card-declined` is for the user. */
  readonly code: 'card-declined' | 'rejected' | 'unavailable';

  constructor(code: PaymentProviderError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentProviderError';
    this.code = code;
  }
}

/** A webhook has an invalid signature or is too old. */
export class InvalidWebhookError extends Error {
  override readonly name = 'InvalidWebhookError';
}

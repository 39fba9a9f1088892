// What billing says to every provider of payments, in its own words: no provider's object goes further than its folder.

/** 1 = monthly, 2 = yearly. */
type BillingTerm = 1 | 2;

/** What is sold, at the server's own price. */
export interface PricedPlan {
  readonly programSlug: string;
  readonly programName: string;
  readonly term: BillingTerm;
  readonly amountCents: number;
  readonly currency: string;
}

/** A subscription as the provider has it. Moments are milliseconds since the epoch. */
export interface ProviderSubscription {
  readonly id: string;
  /** Null where the provider keeps no customers (the wallet). */
  readonly customerId: string | null;
  /** Our own row's id, null when it was not made by us. */
  readonly reference: number | null;
  /** The provider's word: `trialing`, `active`, `past_due`, `canceled`, … */
  readonly status: string;
  readonly currentPeriodStart: number | null;
  /** Null when the provider no longer says (the wallet, once it has ended): what was known stays. */
  readonly currentPeriodEnd: number | null;
  readonly trialEnd: number | null;
  /** What a period costs; null when the provider does not say. */
  readonly amountCents: number | null;
  /** Time of the next charge or retry; null for none. */
  readonly nextChargeAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  /** Whether it was ended because payments failed. */
  readonly endedByFailedPayment: boolean;
  /** When the payment that is missing failed; null when the provider does not say. */
  readonly failingSince: number | null;
}

/** An invoice as the provider has it. */
export interface ProviderInvoice {
  readonly id: string;
  /** Null for an invoice that no subscription made. */
  readonly subscriptionId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** The provider's word: `paid`, `open`, `void`, `uncollectible`, `draft`. */
  readonly status: string;
  /** Milliseconds since the epoch: when it was paid, or else drawn up. */
  readonly billedAt: number;
  /** The document's address, as the provider gives it. */
  readonly pdf: string | null;
}

/** A webhook whose signature was right: what it is about, to be read again from the provider. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Null when it is about neither a subscription nor an invoice. */
  readonly about: { readonly kind: 'subscription' | 'invoice'; readonly id: string } | null;
}

/** What billing asks of whoever takes the money, once a subscription is there. */
export interface SubscriptionProvider {
  /** The subscription as it is now, null when the provider has none by this id. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  /** What was charged for the subscription, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<readonly ProviderInvoice[]>;
  /** Takes no further payment; what is paid for, or free, is used to its end. Asking twice does no harm. */
  stopRenewing(id: string): Promise<void>;
  /** Ends a subscription now; one that has ended stays as it is. */
  endSubscription(id: string): Promise<void>;
}

/** The provider refused, or could not be asked. */
export class PaymentProviderError extends Error {
  /** `card-refused`: the card's bank or the provider refuses the card; the message is for its holder. */
  readonly code: 'card-refused' | 'rejected' | 'unavailable';

  constructor(code: PaymentProviderError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentProviderError';
    this.code = code;
  }
}

/** A webhook that the provider did not send, or sent too long ago. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}

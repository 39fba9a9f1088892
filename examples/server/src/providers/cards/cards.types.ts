/**
 * What billing needs of a card provider, in its own words: no provider's object goes further than this folder.
 * Money is in the currency's smallest unit (cents). Every action that makes something takes an idempotency key, so
 * that asking twice makes one.
 */
export interface CardProvider {
  /** As in `subscriptions.provider` and in the profile. */
  readonly name: 'stripe';
  createCustomer(request: NewCustomer): Promise<{ readonly id: string }>;
  createSetupIntent(request: NewSetupIntent): Promise<CardSetupIntent>;
  /** The set-up intent, null when the provider has none by this id. */
  findSetupIntent(id: string): Promise<CardSetupIntent | null>;
  /** The saved card, null when the provider has none by this id. */
  findCard(paymentMethodId: string): Promise<SavedCard | null>;
  /** Takes the first payment, or begins the trial. Throws `CardProviderError` with `card-refused` when the card is. */
  createSubscription(request: NewSubscription): Promise<ProviderSubscription>;
  /** The subscription as it is now, null when the provider has none by this id. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  /** The subscription made for our row `reference`, whatever became of it; null when none was made. */
  findSubscriptionByReference(customerId: string, reference: number): Promise<ProviderSubscription | null>;
  /** Ends a subscription now; one that has ended stays as it is. */
  endSubscription(id: string): Promise<void>;
  /** The invoice as it is now, null when the provider has none by this id. */
  findInvoice(id: string): Promise<ProviderInvoice | null>;
  /** The subscription's invoices, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<readonly ProviderInvoice[]>;
  /** Checks a webhook's signature and age and reads it. Throws `WebhookRefusedError`; never believes the content. */
  readWebhook(body: string, signature: string, now: number): CardEvent;
}

/** 1 = monthly, 2 = yearly (product.md 9). */
type BillingTerm = 1 | 2;

interface NewCustomer {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly idempotencyKey: string;
}

interface NewSetupIntent {
  readonly customerId: string;
  readonly userId: number;
  readonly idempotencyKey: string;
}

/** A card being saved. */
export interface CardSetupIntent {
  readonly id: string;
  readonly customerId: string | null;
  /** `open` waits for a card or for its holder's authentication. */
  readonly status: 'open' | 'succeeded' | 'canceled';
  /** For the browser of the person it was opened for, and nobody else. */
  readonly clientSecret: string | null;
  readonly paymentMethodId: string | null;
  /** Whom it was opened for, as the provider has kept it; null when it is not ours. */
  readonly userId: number | null;
}

interface SavedCard {
  readonly id: string;
  readonly customerId: string | null;
  /** The same for the same card, whoever uses it; null when the provider tells none. */
  readonly fingerprint: string | null;
}

/** What is sold, at the server's own price. */
export interface PricedPlan {
  readonly programSlug: string;
  readonly programName: string;
  readonly term: BillingTerm;
  readonly amountCents: number;
  readonly currency: string;
}

export interface NewSubscription {
  readonly customerId: string;
  readonly userId: number;
  /** The id of our own row, kept by the provider: what it makes can be found again when its answer is lost. */
  readonly reference: number;
  readonly paymentMethodId: string;
  readonly plan: PricedPlan;
  /** 0: the first payment is taken now. */
  readonly trialDays: number;
  readonly idempotencyKey: string;
}

/** A subscription as the provider has it. Moments are milliseconds since the epoch. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Our own row's id, null when it was not made by us. */
  readonly reference: number | null;
  /** The provider's word: `trialing`, `active`, `past_due`, `canceled`, … */
  readonly status: string;
  readonly currentPeriodStart: number | null;
  readonly currentPeriodEnd: number | null;
  readonly trialEnd: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  /** Whether it was ended because payments failed. */
  readonly endedByFailedPayment: boolean;
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
export interface CardEvent {
  readonly id: string;
  readonly type: string;
  /** Null when it is about neither a subscription nor an invoice. */
  readonly about: { readonly kind: 'subscription' | 'invoice'; readonly id: string } | null;
}

/** The provider refused, or could not be asked. */
export class CardProviderError extends Error {
  /** `card-refused`: the card's bank or the provider refuses the card; the message is for its holder. */
  readonly code: 'card-refused' | 'rejected' | 'unavailable';

  constructor(code: CardProviderError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CardProviderError';
    this.code = code;
  }
}

/** A webhook that the provider did not send, or sent too long ago. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}

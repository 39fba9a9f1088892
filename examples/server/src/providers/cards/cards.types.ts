import type {
  PricedPlan,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
  SubscriptionProvider,
} from '../payments.types.ts';

/**
 * What billing needs of a card provider, in its own words: no provider's object goes further than this folder.
 * Money is in the currency's smallest unit (cents). Every action that makes something takes an idempotency key, so
 * that asking twice makes one.
 */
export interface CardProvider extends SubscriptionProvider {
  /** As in `subscriptions.provider` and in the profile. */
  readonly name: 'stripe';
  createCustomer(request: NewCustomer): Promise<{ readonly id: string }>;
  createSetupIntent(request: NewSetupIntent): Promise<CardSetupIntent>;
  /** Closes a set-up intent that nobody will use; one that was used or canceled stays as it is. */
  cancelSetupIntent(id: string): Promise<void>;
  /** The set-up intent, null when the provider has none by this id. */
  findSetupIntent(id: string): Promise<CardSetupIntent | null>;
  /** The saved card, null when the provider has none by this id. */
  findCard(paymentMethodId: string): Promise<SavedCard | null>;
  /** Takes the first payment, or begins the trial. Throws `PaymentProviderError` with `card-refused` when the card is. */
  createSubscription(request: NewSubscription): Promise<ProviderSubscription>;
  /** The subscription made for our row `reference`, whatever became of it; null when none was made. */
  findSubscriptionByReference(customerId: string, reference: number): Promise<ProviderSubscription | null>;
  /** The invoice as it is now, null when the provider has none by this id. */
  findInvoice(id: string): Promise<ProviderInvoice | null>;
  /** Checks a webhook's signature and age and reads it. Throws `WebhookRefusedError`; never believes the content. */
  readWebhook(body: string, signature: string, now: number): ProviderEvent;
}

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

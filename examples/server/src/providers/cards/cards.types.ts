import type {
  PricedPlan,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
  SubscriptionProvider,
} from '../payments.types.ts';

/** A card provider. Amounts are in the currency's smallest unit (cents). Calls that create objects need an idempotency key. */
export interface CardProvider extends SubscriptionProvider {
  createCustomer(request: NewCustomer): Promise<{ readonly id: string }>;
  createSetupIntent(request: NewSetupIntent): Promise<CardSetupIntent>;
  /** Cancels an unused set-up intent. Idempotent. */
  cancelSetupIntent(id: string): Promise<void>;
  /** Reads a set-up intent; null for an unknown id. */
  findSetupIntent(id: string): Promise<CardSetupIntent | null>;
  /** Returns what identifies a card across users; null if it is unknown. */
  findFingerprint(paymentMethodId: string): Promise<string | null>;
  /** Charges the first payment, or starts the trial. Throws `PaymentProviderError`. */
  createSubscription(request: NewSubscription): Promise<ProviderSubscription>;
  /** Finds the subscription of our row `reference` in any state; null for none. */
  findSubscriptionByReference(customerId: string, reference: number): Promise<ProviderSubscription | null>;
  /** Sets the card that a subscription charges from now on. */
  setSubscriptionCard(subscriptionId: string, paymentMethodId: string): Promise<void>;
  /** Pays an open invoice with a card. Does nothing if it has been paid. Throws `PaymentProviderError`. */
  payInvoice(id: string, paymentMethodId: string): Promise<void>;
  /** Reads an invoice; null for an unknown id. */
  findInvoice(id: string): Promise<ProviderInvoice | null>;
  /** Returns the id of the invoice that a payment paid; null for none. */
  findInvoiceOfPayment(paymentId: string): Promise<string | null>;
  /** Verifies a webhook's signature and age. Throws `InvalidWebhookError`. */
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
  /** `open`: waits for a card or its authentication. */
  readonly status: 'open' | 'succeeded' | 'canceled';
  /** Only for the browser of the user. */
  readonly clientSecret: string | null;
  readonly paymentMethodId: string | null;
  /** The user in the provider's metadata; null if it is not ours. */
  readonly userId: number | null;
}

export interface NewSubscription {
  readonly customerId: string;
  readonly userId: number;
  /** The id of our row, to find the subscription after a lost response. */
  readonly reference: number;
  readonly paymentMethodId: string;
  readonly plan: PricedPlan;
  /** 0: the first payment is collected now. */
  readonly trialDays: number;
  readonly idempotencyKey: string;
}

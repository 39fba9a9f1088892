import type {
  PricedPlan,
  ProviderEvent,
  ProviderSubscription,
  SubscriptionProvider,
} from '../payments.types.ts';

/**
 * What billing needs of a wallet: the person approves a subscription on the wallet's own page, and it is we who then
 * activate it, so that no money moves before the person's one place has been taken. What the person's browser brings
 * back from that page is never believed.
 */
export interface WalletProvider extends SubscriptionProvider {
  /** As in `subscriptions.provider` and in the profile. */
  readonly name: 'paypal';
  /** Opens a subscription that waits for the person's approval. */
  createSubscription(request: NewWalletSubscription): Promise<OpenedApproval>;
  findSubscription(id: string): Promise<WalletSubscription | null>;
  /** Takes the first payment, or begins the trial, of an approved subscription. Asking twice does no harm. */
  activateSubscription(id: string): Promise<void>;
  /** Has the provider check a webhook's signature, and reads it. Throws `WebhookRefusedError`. */
  readWebhook(body: string, headers: Headers): Promise<ProviderEvent>;
}

export interface NewWalletSubscription {
  readonly userId: number;
  readonly email: string;
  readonly plan: PricedPlan;
  /** 0: the first payment is taken on activation. */
  readonly trialDays: number;
  /** Where the wallet's page sends the person afterwards. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly idempotencyKey: string;
}

/** Where the person approves. */
export interface OpenedApproval {
  readonly id: string;
  /** A page of the provider, or a path of this site (the sandbox). */
  readonly approveLink: string;
}

/** A wallet subscription as the provider has it. */
export interface WalletSubscription extends ProviderSubscription {
  /** `waiting` for the person, `approved` and not activated, or begun: then the status says more. */
  readonly phase: 'waiting' | 'approved' | 'begun';
  /** Whose wallet pays; null before the approval. */
  readonly payerId: string | null;
}

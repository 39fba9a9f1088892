import type {
  PricedPlan,
  ProviderEvent,
  ProviderSubscription,
  SubscriptionProvider,
} from '../payments.types.ts';

/**
 * A wallet provider. The user approves a subscription on its page, then this server activates it: nothing is charged before.
 * Query parameters of the returning browser are ignored.
 */
export interface WalletProvider extends SubscriptionProvider {
  /** Creates a subscription that waits for approval. */
  createSubscription(request: NewWalletSubscription): Promise<OpenedApproval>;
  findSubscription(id: string): Promise<WalletSubscription | null>;
  /** Collects the first payment, or starts the trial, of an approved subscription. Idempotent. */
  activateSubscription(id: string): Promise<void>;
  /** Opens the provider's page where the payer chooses how to pay from now on. */
  openRevision(id: string, pages: ReturnPages): Promise<{ readonly approveLink: string }>;
  /** Verifies a webhook by the provider. Throws `InvalidWebhookError`. */
  readWebhook(body: string, headers: Headers): Promise<ProviderEvent>;
}

/** Addresses to return to from the provider's page. */
export interface ReturnPages {
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface NewWalletSubscription extends ReturnPages {
  readonly userId: number;
  readonly email: string;
  readonly plan: PricedPlan;
  /** 0: the first payment is collected on activation. */
  readonly trialDays: number;
  readonly idempotencyKey: string;
}

export interface OpenedApproval {
  readonly id: string;
  /** A page of the provider, or a path of this site (the sandbox). */
  readonly approveLink: string;
}

/** A wallet subscription at the provider. */
export interface WalletSubscription extends ProviderSubscription {
  /** `waiting`: for approval. `started`: see the status. */
  readonly phase: 'waiting' | 'approved' | 'started';
  /** The paying account; null before the approval. */
  readonly payerId: string | null;
}

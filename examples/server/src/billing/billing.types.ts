import type { ServerContext } from '../context.ts';

/** What billing works with. */
export interface BillingContext
  extends Pick<ServerContext, 'db' | 'clock' | 'log' | 'bus' | 'cards' | 'wallet' | 'installationKey'> {
  readonly config: Pick<ServerContext['config'], 'trialDays'>;
}

/** The person who pays. */
export interface Payer {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
}

/** Who takes the money, as in `subscriptions.provider`. */
export type ProviderName = 'stripe' | 'paypal';

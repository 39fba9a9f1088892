import type { ServerContext } from '../context.ts';

/** What billing works with. */
export type BillingContext = Pick<ServerContext, 'db' | 'clock' | 'log' | 'bus' | 'cards' | 'wallet'>;

/** The person who pays. */
export interface Payer {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
}

/** Who takes the money, as in `subscriptions.provider`. */
export type ProviderName = 'stripe' | 'paypal';

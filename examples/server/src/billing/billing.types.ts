import type { ServerContext } from '../context.ts';

export interface BillingContext
  extends Pick<ServerContext, 'db' | 'clock' | 'log' | 'bus' | 'cards' | 'wallet' | 'installationKey'> {
  readonly config: Pick<ServerContext['config'], 'trialDays'>;
}

export interface Payer {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
}

/** As in `subscriptions.provider`. */
export type ProviderName = 'stripe' | 'paypal';

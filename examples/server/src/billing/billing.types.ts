import type { ServerContext } from '../context.ts';
import type { Caller } from '../routes.ts';
import type { SubscriptionRow } from './subscription-state.ts';

export interface BillingContext
  extends Pick<ServerContext, 'db' | 'clock' | 'log' | 'bus' | 'cards' | 'wallet' | 'installationKey'> {
  readonly config: Pick<ServerContext['config'], 'trialDays' | 'publicUrl'>;
}

/** The user who pays. */
export type Payer = Pick<Caller, 'userId' | 'email' | 'firstName'>;

export type ProviderName = SubscriptionRow['provider'];

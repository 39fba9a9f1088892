import type { ServerContext } from '../context.ts';

/** What billing works with. */
export type BillingContext = Pick<ServerContext, 'db' | 'clock' | 'log' | 'bus' | 'cards'>;

/** The person who pays. */
export interface Payer {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
}

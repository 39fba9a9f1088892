import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';

/** The terms that a person agrees to now: the day since which they are in force, as their page says. */
export const TERMS_VERSION = '2026-11-01';

/** What shows later that somebody agreed: when, to which terms, from where. */
export interface Agreement {
  readonly termsAgreedAt: Date;
  readonly termsVersion: string;
  /** Tells whether it was a given network address; the address itself is not kept. Hexadecimal. */
  readonly termsAgreedIpHmac: string;
}

/** The agreement of somebody at `address`, now. Not for use inside a transaction: it reads the installation's key. */
export async function agreementFrom(
  { clock, installationKey }: Pick<ServerContext, 'clock' | 'installationKey'>,
  address: string,
): Promise<Agreement> {
  const key = await installationKey('agreement');
  return {
    termsAgreedAt: new Date(clock.now()),
    termsVersion: TERMS_VERSION,
    termsAgreedIpHmac: createHmac('sha256', key).update(address).digest('hex'),
  };
}

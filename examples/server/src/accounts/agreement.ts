import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';

/** Version of the current terms: their effective date. */
export const TERMS_VERSION = '2026-11-01';

/** The record of an agreement to the terms. */
export interface Agreement {
  readonly termsAgreedAt: Date;
  readonly termsVersion: string;
  /** Hexadecimal HMAC of the network address, which itself is not stored. */
  readonly termsAgreedIpHmac: string;
}

/** Returns the agreement of a caller at `address`. Do not call it in a transaction: it reads the installation's key. */
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

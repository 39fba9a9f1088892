import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import type { UserRow } from '../sessions/sessions.ts';

/** Version of the current terms: their effective date. */
export const TERMS_VERSION = '2026-11-01';

/** When, to which version and from where the user agreed to the terms. The IP address is stored as an HMAC only. */
export type Agreement = Pick<UserRow, 'termsAgreedAt' | 'termsVersion' | 'termsAgreedIpHmac'>;

/** Returns an agreement made now from `address`. Do not call it in a transaction: it reads the installation's key. */
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

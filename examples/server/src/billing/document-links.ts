import type { ServerContext } from '../context.ts';
import { openSignedLinks, type SignedLinks } from '../security/signed-links.ts';

/** Returns the signed links of payment documents. They last 12 hours, as a profile page may stay open. */
export function documentLinksOf(
  context: Pick<ServerContext, 'installationKey' | 'clock'>,
): Promise<SignedLinks> {
  return openSignedLinks(context, {
    key: 'invoices',
    prefix: '/media/invoices/',
    lifetimeMs: 12 * 3_600_000,
  });
}

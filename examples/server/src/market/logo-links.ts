// Signed URLs of logos. Only a process that has read a ticker's details knows its logo, and anyone can request one: the
// signature proves that a member has requested the details, so that other processes may read them, too.
import type { ServerContext } from '../context.ts';
import { LOGO_PREFIX } from '../providers/market/market.types.ts';
import { openSignedLinks, type SignedLinks } from '../security/signed-links.ts';

type LogoContext = Pick<ServerContext, 'installationKey' | 'clock'>;

function openLogoLinks(context: LogoContext): Promise<SignedLinks> {
  return openSignedLinks(context, { key: 'ticker-logos', prefix: LOGO_PREFIX, lifetimeMs: 7 * 86_400_000 });
}

/** Returns the URL of a logo with a signature; other URLs unchanged. */
export async function signLogo(context: LogoContext, url: string | null): Promise<string | null> {
  if (!url?.startsWith(LOGO_PREFIX)) return url;
  return (await openLogoLinks(context)).url(url.slice(LOGO_PREFIX.length));
}

/** Returns whether a ticker has a valid signature. */
export async function isSignedLogo(
  context: LogoContext,
  ticker: string,
  query: URLSearchParams,
): Promise<boolean> {
  return (await openLogoLinks(context)).verify(encodeURIComponent(ticker), query) === null;
}

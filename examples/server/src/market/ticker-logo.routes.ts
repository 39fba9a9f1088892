import { readTicker } from '@openbell/core/option-symbol';
import { notFound } from '../http/http-error.ts';
import { MarketProviderError } from '../providers/market/market.types.ts';
import { defineOtherRoutes } from '../routes.ts';
import { isSignedLogo } from './logo-links.ts';

/** Serves the logos of tickers. Public, as `<img>` sends no token. */
export const tickerLogoRoutes = defineOtherRoutes({
  async 'GET /media/tickers/:file'(context, { params, url }) {
    const { market, log } = context;
    const file = params.file ?? '';
    const ticker = readTicker(file);
    if (ticker === null || market === null) throw notFound();
    const read = async () => {
      const known = await market.tickerLogo(ticker);
      if (known !== null || !(await isSignedLogo(context, file, url.searchParams))) return known;
      await market.tickerDetails(ticker);
      return market.tickerLogo(ticker);
    };
    const logo = await read().catch((error: unknown) => {
      if (!(error instanceof MarketProviderError)) throw error;
      log.warn('market-provider-failed', { reason: error.code, message: error.message });
      return null;
    });
    if (logo === null) throw notFound();
    return new Response(new Uint8Array(logo.bytes), {
      headers: {
        'content-type': logo.type,
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  },
});

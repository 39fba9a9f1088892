import { readTicker } from '@openbell/core/option-symbol';
import { notFound } from '../http/http-error.ts';
import { MarketProviderError } from '../providers/market/market.types.ts';
import { defineOtherRoutes } from '../routes.ts';

/** Serves the logos of tickers. Public, as `<img>` sends no token. */
export const tickerLogoRoutes = defineOtherRoutes({
  async 'GET /media/tickers/:file'({ market, log }, { params }) {
    const ticker = readTicker(params.file ?? '');
    if (ticker === null || market === null) throw notFound();
    const logo = await market.tickerLogo(ticker).catch((error: unknown) => {
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

import { type Config, isReal } from '../../config.ts';
import { buildPagePolicy, type PagePolicy } from '../headers/content-security-policy.ts';
import type { InlineHashes } from './static-site.ts';

/** Returns the Content-Security-Policy of the site's pages for the services that are configured. */
export function sitePolicy(config: Config, inline: Partial<InlineHashes> = {}): PagePolicy {
  return buildPagePolicy({
    https: config.publicUrl.startsWith('https:'),
    stripe: isReal(config.stripe),
    google: isReal(config.google),
    facebook: isReal(config.facebook),
    recaptcha: config.captcha !== 'off' && config.recaptcha !== null,
    tradingView: config.chart === 'tradingview',
    remoteImages: isReal(config.news),
    mediaOrigin: config.mediaOrigin,
    ...inline,
  });
}

import { createSiteFeatures, type Site } from '@openbell/core/site-features';
import type { AppConfig } from '../config.ts';

/**
 * Creates the part of the library that public pages need; members-app.tsx has the members' features. The site has its
 * own origin, so storage keys have no prefix and log-out clears all of them.
 */
export function createSite(config: AppConfig): Site {
  return createSiteFeatures(siteOptions(config));
}

/**
 * Creates an instance whose requests never resolve. Pages are prerendered with one, so the browser hydrates with one.
 */
export function createStillSite(config: AppConfig): Site {
  const site = createSiteFeatures({
    ...siteOptions(config),
    ports: { fetch: () => new Promise<Response>(() => {}) },
  });
  // Without a code this resolves without a request: leave it to the live instance.
  return { ...site, alertView: { ...site.alertView, open: () => new Promise(() => {}) } };
}

function siteOptions(config: AppConfig): Parameters<typeof createSiteFeatures>[0] {
  const { apiUrl, socketUrl, optionsFeedUrl, captcha, social, cards, gateways, session } = config;
  const { vapidPublicKey } = config;
  return {
    apiUrl,
    socketUrl,
    optionsFeedUrl,
    captcha,
    social,
    cards,
    gateways,
    session,
    ...(vapidPublicKey === null ? {} : { push: { vapidPublicKey } }),
    keyPrefix: '',
    clear: 'origin',
  };
}

import { createSiteFeatures, type Site } from '@openbell/core/site-features';
import type { AppConfig } from '../config.ts';

/**
 * What public pages need of the library; the members' features come with their frame (site/ShellLayout.tsx). The site's
 * origin is its own, so keys read as specified and log-out clears them all.
 */
export function createSite(config: AppConfig): Site {
  return createSiteFeatures(siteOptions(config));
}

/**
 * The library as it is before anything is known, and stays: no answer ever comes. What was prerendered was drawn with
 * one, so the browser takes it over with one.
 */
export function createStillSite(config: AppConfig): Site {
  const site = createSiteFeatures({
    ...siteOptions(config),
    ports: { fetch: () => new Promise<Response>(() => {}) },
  });
  // An address without a code is answered without asking anybody: by the living library, and once.
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

import { sql } from 'drizzle-orm';
import { type Config, isReal } from './config.ts';
import { defineOtherRoutes, type OtherRoutes } from './http/other-route.ts';
import { readVapid } from './push/vapid.ts';

const noStore = { 'cache-control': 'no-store' };

/** Routes for the health check and the settings of the web app. */
export function systemRoutes(isStopping: () => boolean): OtherRoutes {
  return defineOtherRoutes({
    'GET /healthz': async ({ db, log }) => {
      const answer = (status: number, text: string) =>
        Response.json({ status: text }, { status, headers: noStore });
      if (isStopping()) return answer(503, 'stopping');
      try {
        await db.execute(sql`select 1`);
        return answer(200, 'ok');
      } catch (error) {
        log.error('unhealthy', { error });
        return answer(503, 'no database');
      }
    },
    'GET /config.json': async (context) => {
      const vapid = await readVapid(context);
      const settings = {
        ...siteConfig(context.config),
        ...(vapid === null ? {} : { vapidPublicKey: vapid.publicKey }),
      };
      return Response.json(settings, { headers: noStore });
    },
  });
}

/** Config keys of the services that can be off. */
const settingOf = {
  cards: 'stripe',
  wallet: 'paypal',
  push: 'vapid',
  market: 'polygon',
  feed: 'optionsFeed',
  news: 'news',
  google: 'google',
  facebook: 'facebook',
} as const;

/** Sandboxes whose money or market data look real: the site shows the label 'Sandbox'. */
const labelled = ['stripe', 'paypal', 'polygon', 'optionsFeed', 'news'] as const;

/** Returns the settings that differ from the web app's defaults. */
function siteConfig(config: Config): object {
  const off = Object.entries(settingOf)
    .filter(([, name]) => config[name] === 'off')
    .map(([provider]) => provider);
  return {
    apiUrl: '/api',
    socketUrl: '/api/ws',
    optionsFeedUrl: '/options',
    captcha: siteCaptcha(config),
    ...(config.session === 'bearer' ? {} : { session: config.session }),
    cards: isReal(config.stripe) ? 'stripe' : 'sandbox',
    ...(isReal(config.stripe) ? { stripePublishableKey: config.stripe.publishableKey } : {}),
    ...(isReal(config.google) ? { googleClientId: config.google.clientId } : {}),
    ...(isReal(config.facebook) ? { facebookAppId: config.facebook.appId } : {}),
    socialSandbox: config.google === 'sandbox' || config.facebook === 'sandbox',
    sandbox: labelled.some((name) => config[name] === 'sandbox'),
    ...(off.length === 0 ? {} : { off }),
    ...(config.chart === 'built-in' ? {} : { chart: { provider: config.chart } }),
  };
}

function siteCaptcha({ captcha, recaptcha }: Config): object {
  if (captcha === 'off') return { provider: 'none' };
  return recaptcha === null ? { provider: 'altcha' } : { provider: 'recaptcha', siteKey: recaptcha.siteKey };
}

import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { readVapid } from '../push/vapid.ts';
import { defineOtherRoutes, type OtherRoutes } from './other-route.ts';

const noStore = { 'cache-control': 'no-store' };

/** Health, and the settings that the built web app reads when it starts (decisions.md 9 and 11). */
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
      const { publicKey } = await readVapid(context);
      const settings = { ...siteConfig(context.config), vapidPublicKey: publicKey };
      return Response.json(settings, { headers: noStore });
    },
  });
}

/** Only what differs from the web app's own defaults, which are those of this server. */
function siteConfig(config: Config): object {
  return {
    apiUrl: '/api',
    socketUrl: '/api/ws',
    optionsFeedUrl: '/options',
    captcha: siteCaptcha(config),
    ...(config.session === 'bearer' ? {} : { session: config.session }),
    cards: config.stripe === null ? 'sandbox' : 'stripe',
    ...(config.stripe === null ? {} : { stripePublishableKey: config.stripe.publishableKey }),
    ...(config.google === null ? {} : { googleClientId: config.google.clientId }),
    ...(config.facebook === null ? {} : { facebookAppId: config.facebook.appId }),
    socialSandbox: config.sandbox,
    ...(config.chart === 'built-in' ? {} : { chart: { provider: config.chart } }),
  };
}

function siteCaptcha({ captcha, recaptcha }: Config): object {
  if (captcha === 'off') return { provider: 'none' };
  return recaptcha === null ? { provider: 'altcha' } : { provider: 'recaptcha', siteKey: recaptcha.siteKey };
}

import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
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
    'GET /config.json': async ({ config }) => Response.json(siteConfig(config), { headers: noStore }),
  });
}

/** Only what differs from the web app's own defaults, which are those of this server. */
function siteConfig(config: Config): object {
  return {
    apiUrl: '/api',
    socketUrl: '/api/ws',
    optionsFeedUrl: '/options',
    captcha: { provider: config.captcha === 'off' ? 'none' : 'altcha' },
    cards: config.stripe === null ? 'sandbox' : 'stripe',
    ...(config.stripe === null ? {} : { stripePublishableKey: config.stripe.publishableKey }),
  };
}

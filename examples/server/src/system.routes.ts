import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Config, isReal } from './config.ts';
import type { ServerContext } from './context.ts';
import { readVapid } from './push/vapid.ts';
import { defineOtherRoutes, type OtherRoutes } from './routes.ts';

const noStore = { 'cache-control': 'no-store' };

/** Milliseconds that the database has to answer `/readyz`. */
const readyMs = 1_000;
/** Milliseconds in which health checks share a query. */
const sharedMs = 500;

function respond(status: number, text: string): Response {
  return Response.json({ status: text }, { status, headers: noStore });
}

/** Routes for the health checks and the settings of the web app. */
export function systemRoutes(isStopping: () => boolean): OtherRoutes {
  let shared: Promise<unknown> | null = null;
  /** Anyone can send many health checks. A lost connection may never answer the query. */
  function askDatabase({ db }: Pick<ServerContext, 'db'>): Promise<unknown> {
    if (shared !== null) return shared;
    const forget = () => {
      if (shared === query) shared = null;
      clearTimeout(timer);
    };
    const timer = setTimeout(() => forget(), sharedMs);
    timer.unref();
    const query = db.execute(sql`select 1`).finally(forget);
    shared = query;
    return query;
  }

  return defineOtherRoutes({
    // For load balancers: whether this process should get requests.
    'GET /readyz': async (context) => {
      const { log } = context;
      if (isStopping()) return respond(503, 'stopping');
      const limit = new AbortController();
      const late = delay(readyMs, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const);
      try {
        const first = await Promise.race([askDatabase(context), late]);
        if (first !== 'late') return respond(isStopping() ? 503 : 200, isStopping() ? 'stopping' : 'ready');
        log.warn('not-ready', { reason: 'the database is slow' });
      } catch (error) {
        log.warn('not-ready', { error });
      } finally {
        limit.abort();
      }
      return respond(503, 'no database');
    },
    'GET /healthz': async (context) => {
      if (isStopping()) return respond(503, 'stopping');
      try {
        await askDatabase(context);
        return respond(200, 'ok');
      } catch (error) {
        context.log.error('unhealthy', { error });
        return respond(503, 'no database');
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

/** Services whose sandbox looks real (money, market data): the site shows the label 'Sandbox'. */
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

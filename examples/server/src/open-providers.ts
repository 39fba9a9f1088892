import { type Config, isReal } from './config.ts';
import type { ServerContext } from './context.ts';
import { absentCards } from './providers/cards/absent-cards.ts';
import { createStripeCards } from './providers/cards/stripe-cards.ts';
import { createUpstreamSource } from './providers/feed/upstream-source.ts';
import { createFacebookIdentity } from './providers/identity/facebook.ts';
import { createGoogleIdentity, googleKeys } from './providers/identity/google.ts';
import { createSmtpMail } from './providers/mail/smtp-mail.ts';
import { createPolygonMarket } from './providers/market/polygon/polygon-market.ts';
import { createCachedNews } from './providers/news/cached-news.ts';
import { createFinnhubNews } from './providers/news/finnhub-news.ts';
import { createPolygonNews } from './providers/news/polygon-news.ts';
import { createClamdScanner } from './providers/scanner/clamd.ts';
import { absentWallet } from './providers/wallet/absent-wallet.ts';
import { createPaypalWallet } from './providers/wallet/paypal-wallet.ts';
import type { HandlersByRoute } from './routes.ts';
import type { PaymentSandboxParts, Sandbox } from './sandbox.types.ts';

export interface ProviderParts extends Omit<PaymentSandboxParts, 'webhookUrl'> {
  readonly config: Config;
  /** Returns the webhook address for the payment sandboxes; null until the server listens. */
  readonly webhookUrl: (provider: 'stripe' | 'paypal') => string | null;
  /** Null when examples/sandbox is not installed. */
  readonly sandbox: Sandbox | null;
}

/** The external services, and the pages of their sandboxes. */
export interface Providers {
  readonly services: Pick<
    ServerContext,
    'cards' | 'wallet' | 'identities' | 'mail' | 'market' | 'news' | 'openFeed' | 'scanner'
  >;
  readonly routes: readonly HandlersByRoute[];
  stop(): Promise<void>;
}

/** A sandbox is required but not installed. The message names the missing keys. */
export class MissingSandboxError extends Error {
  override readonly name = 'MissingSandboxError';
}

/** Opens the external services by the configuration: real, sandbox or off. Throws {@link MissingSandboxError}. */
export async function openProviders(parts: ProviderParts): Promise<Providers> {
  const { config, clock, log } = parts;
  const now = () => clock.now();
  const sandbox = () => {
    if (parts.sandbox !== null) return parts.sandbox;
    const needed = config.providers.filter(({ name, mode }) => mode === 'sandbox' && name !== 'captcha');
    const keys = needed.map(({ name, reason }) => `${name} (${reason})`).join(', ');
    throw new MissingSandboxError(
      `These services need examples/sandbox, which is not installed: ${keys}. ` +
        'Set their keys, or turn them off with PROVIDERS_OFF.',
    );
  };
  const routes: HandlersByRoute[] = [];
  const stops: (() => Promise<void>)[] = [];
  const use = <Provider>(service: {
    readonly provider: Provider;
    readonly routes: HandlersByRoute;
    stop?(): Promise<void>;
  }): Provider => {
    routes.push(service.routes);
    if (service.stop !== undefined) stops.unshift(() => service.stop?.() ?? Promise.resolve());
    return service.provider;
  };

  const openCards = async () => {
    if (config.stripe === 'off') return absentCards;
    if (isReal(config.stripe)) return createStripeCards(config.stripe);
    return use(await sandbox().openCards({ ...parts, webhookUrl: () => parts.webhookUrl('stripe') }));
  };
  const openWallet = async () => {
    if (config.paypal === 'off') return absentWallet;
    if (isReal(config.paypal)) return createPaypalWallet({ ...config.paypal, now });
    return use(await sandbox().openWallet({ ...parts, webhookUrl: () => parts.webhookUrl('paypal') }));
  };
  const openIdentities = () => {
    const names = (['google', 'facebook'] as const).filter((name) => config[name] === 'sandbox');
    return {
      google: isReal(config.google)
        ? createGoogleIdentity({
            clientId: config.google.clientId,
            keys: googleKeys(config.google.keysUrl),
            now,
          })
        : null,
      facebook: isReal(config.facebook) ? createFacebookIdentity(config.facebook) : null,
      ...(names.length === 0 ? {} : use(sandbox().openIdentities(names, now))),
    };
  };
  const openMarket = () => {
    if (config.polygon === 'off') return null;
    return isReal(config.polygon)
      ? createPolygonMarket({ ...config.polygon, now })
      : sandbox().openMarket(now);
  };
  const openNews = () => {
    if (config.news === 'off') return null;
    if (!isReal(config.news)) return use(sandbox().openNews());
    const real =
      config.news.provider === 'finnhub' ? createFinnhubNews(config.news) : createPolygonNews(config.news);
    return createCachedNews(real, { now, log });
  };

  const market = openMarket();
  const openFeed: ServerContext['openFeed'] = (timers) => {
    const { optionsFeed } = config;
    if (isReal(optionsFeed))
      return () => createUpstreamSource({ ...optionsFeed, timers, log, random: Math.random });
    const replay = sandbox().openFeed({ clock, log, timers, market });
    return (speed) => replay(speed * config.sandboxFeedSpeed);
  };
  if (config.optionsFeed === 'sandbox') sandbox();
  const mail = isReal(config.smtp) ? createSmtpMail(config.smtp) : sandbox().openMail(log);
  const services = {
    mail,
    market,
    openFeed,
    news: openNews(),
    identities: openIdentities(),
    scanner: config.clamd === null ? null : createClamdScanner(config.clamd),
    cards: await openCards(),
    wallet: await openWallet(),
  };
  // In production only the news sandbox has pages.
  const hasPages = !config.production || config.news === 'sandbox';
  if (parts.sandbox !== null && hasPages) routes.push(parts.sandbox.styleRoutes);
  return {
    services,
    routes,
    stop: async () => {
      mail.close();
      for (const stop of stops) await stop();
    },
  };
}

import type { Clock } from '../clock.ts';
import { type Config, isReal } from '../config.ts';
import { sandboxNewsRoutes } from '../content/sandbox-news.routes.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { OtherRoutes } from '../http/other-route.ts';
import { sandboxStyleRoutes } from '../http/sandbox-style.ts';
import type { Logger } from '../log.ts';
import { openCards } from './cards/open-cards.ts';
import type { CardSandbox } from './cards/sandbox/create-card-sandbox.ts';
import { openIdentities } from './identity/open-identities.ts';
import { openMail } from './mail/open-mail.ts';
import type { MarketDataProvider } from './market/market.types.ts';
import { createPolygonMarket } from './market/polygon/index.ts';
import { createSandboxMarket } from './market/sandbox/index.ts';
import { type CachedNewsOptions, createCachedNews } from './news/cached-news.ts';
import { createFinnhubNews } from './news/finnhub-news.ts';
import type { NewsProvider } from './news/news-provider.ts';
import { createPolygonNews } from './news/polygon-news.ts';
import { createSandboxNews } from './news/sandbox-news.ts';
import { createClamdScanner } from './scanner/clamd.ts';
import { openWallet } from './wallet/open-wallet.ts';
import type { WalletSandbox } from './wallet/sandbox/create-wallet-sandbox.ts';

export interface ProviderParts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the stand-ins of payment providers send their webhooks; null while nobody listens there. */
  readonly webhookUrl: (provider: 'stripe' | 'paypal') => string | null;
  /** Whether sandboxes act by themselves as time passes; tests move them by hand. */
  readonly background: boolean;
}

/** The outside services, and what goes with their stand-ins. */
export interface Providers {
  readonly services: Pick<
    ServerContext,
    'cards' | 'wallet' | 'identities' | 'mail' | 'market' | 'news' | 'scanner'
  >;
  /** The stand-ins' own pages. */
  readonly routes: readonly OtherRoutes[];
  /** The card provider's stand-in; null with the real one. */
  readonly cardSandbox: CardSandbox | null;
  /** The wallet's stand-in; null with the real one. */
  readonly walletSandbox: WalletSandbox | null;
  stop(): Promise<void>;
}

/** Opens, for each outside service, what the configuration chose: the real provider, its stand-in, or nothing. */
export async function openProviders(parts: ProviderParts): Promise<Providers> {
  const { config, clock, log } = parts;
  const cards = await openCards(config, { ...parts, webhookUrl: () => parts.webhookUrl('stripe') });
  const wallet = await openWallet(config, { ...parts, webhookUrl: () => parts.webhookUrl('paypal') });
  const mail = openMail(config, log);
  const now = () => clock.now();
  const identity = openIdentities(config, now);
  const news = openNews(config.news, { now, log });
  return {
    services: {
      cards: cards.provider,
      wallet: wallet.provider,
      identities: identity.identities,
      mail,
      market: openMarket(config.polygon, now),
      news: news.provider,
      scanner: config.clamd === null ? null : createClamdScanner(config.clamd),
    },
    routes: [
      cards.routes,
      wallet.routes,
      identity.routes,
      news.routes,
      // The look of every stand-in's page; in production only the news stand-in has pages.
      ...(config.production && config.news !== 'sandbox' ? [] : [sandboxStyleRoutes]),
    ],
    cardSandbox: cards.sandbox,
    walletSandbox: wallet.sandbox,
    stop: async () => {
      mail.close();
      await wallet.stop();
      await cards.stop();
    },
  };
}

function openMarket(setting: Config['polygon'], now: () => number): MarketDataProvider | null {
  if (setting === 'off') return null;
  return isReal(setting) ? createPolygonMarket({ ...setting, now }) : createSandboxMarket({ now });
}

function openNews(
  setting: Config['news'],
  cache: CachedNewsOptions,
): { provider: NewsProvider | null; routes: OtherRoutes } {
  if (setting === 'sandbox') {
    const sandbox = createSandboxNews();
    return { provider: sandbox, routes: sandboxNewsRoutes(sandbox) };
  }
  if (setting === 'off') return { provider: null, routes: {} };
  const real = setting.provider === 'finnhub' ? createFinnhubNews(setting) : createPolygonNews(setting);
  return { provider: createCachedNews(real, cache), routes: {} };
}

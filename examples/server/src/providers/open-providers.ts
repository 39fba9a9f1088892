import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { sandboxNewsRoutes } from '../content/sandbox-news.routes.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { OtherRoutes } from '../http/other-route.ts';
import type { Logger } from '../log.ts';
import { openCards } from './cards/open-cards.ts';
import type { CardSandbox } from './cards/sandbox/create-card-sandbox.ts';
import { openIdentities } from './identity/open-identities.ts';
import { openMail } from './mail/open-mail.ts';
import { createPolygonMarket } from './market/polygon/index.ts';
import { createSandboxMarket } from './market/sandbox/index.ts';
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

/** Chooses, for each outside service, the real provider that the configuration names, or else its stand-in. */
export async function openProviders(parts: ProviderParts): Promise<Providers> {
  const { config, clock, log } = parts;
  const cards = await openCards(config, { ...parts, webhookUrl: () => parts.webhookUrl('stripe') });
  const wallet = await openWallet(config, { ...parts, webhookUrl: () => parts.webhookUrl('paypal') });
  const mail = openMail(config, log);
  const identity = openIdentities(config, () => clock.now());
  const news = createSandboxNews();
  const market =
    config.polygon === null
      ? createSandboxMarket({ now: () => clock.now() })
      : createPolygonMarket({ ...config.polygon, now: () => clock.now() });
  return {
    services: {
      cards: cards.provider,
      wallet: wallet.provider,
      identities: identity.identities,
      mail,
      market,
      news,
      scanner: config.clamd === null ? null : createClamdScanner(config.clamd),
    },
    routes: [cards.routes, wallet.routes, identity.routes, sandboxNewsRoutes(news)],
    cardSandbox: cards.sandbox,
    walletSandbox: wallet.sandbox,
    stop: async () => {
      mail.close();
      await wallet.stop();
      await cards.stop();
    },
  };
}

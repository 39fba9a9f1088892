// What examples/sandbox gives to the server. The server knows these types alone; main.ts brings the package in.
import type { Clock } from './clock.ts';
import type { ServerContext } from './context.ts';
import type { Db } from './db/database.ts';
import type { OtherRoutes } from './http/other-route.ts';
import type { Logger } from './log.ts';
import type { CardProvider } from './providers/cards/cards.types.ts';
import type { FeedSource } from './providers/feed/feed-source.ts';
import type { Identities, IdentityProviderName } from './providers/identity/identity.types.ts';
import type { MailProvider } from './providers/mail/mail-provider.ts';
import type { MarketDataProvider } from './providers/market/market.types.ts';
import type { NewsProvider } from './providers/news/news-provider.ts';
import type { WalletProvider } from './providers/wallet/wallet.types.ts';
import type { Timers } from './timers.ts';

/** What a payment stand-in works with. */
export interface StandInParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where it sends its webhooks; null while the server does not listen yet. */
  readonly webhookUrl: () => string | null;
  /** Whether renewals and webhooks happen as time passes; tests trigger them. */
  readonly background: boolean;
}

/** A stand-in of an outside service, and its pages. */
export interface StandIn<Provider> {
  readonly provider: Provider;
  readonly routes: OtherRoutes;
}

/** A stand-in that runs a server of its own. */
export interface RunningStandIn<Provider> extends StandIn<Provider> {
  stop(): Promise<void>;
}

/** What the feed's stand-in works with. */
export interface FeedStandInParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly timers: Timers;
  /** The market whose trades it replays, when that is a stand-in too. */
  readonly market: MarketDataProvider | null;
}

/** Stand-ins of the outside services, and what a development server has besides. One instance for each server. */
export interface Sandbox {
  openCards(parts: StandInParts): Promise<RunningStandIn<CardProvider>>;
  openWallet(parts: StandInParts): Promise<RunningStandIn<WalletProvider>>;
  openIdentities(names: readonly IdentityProviderName[], now: () => number): StandIn<Partial<Identities>>;
  openMail(log: Logger): MailProvider;
  openMarket(now: () => number): MarketDataProvider;
  openNews(): StandIn<NewsProvider>;
  /** Returns the replay at a speed; 1 is true pace. */
  openFeed(parts: FeedStandInParts): (speed: number) => FeedSource;
  /** The look of every stand-in's page. */
  readonly styleRoutes: OtherRoutes;
  readonly development: Development;
}

/** What a server has outside production only. */
interface Development {
  /** The server's clock: the time of `source`, which `/dev/clock` sets ahead. */
  createClock(source: Clock): Clock;
  /** Sets the clock to where it was when the server stopped. */
  restoreClock(db: Db): Promise<void>;
  /** Writes the demo data into a new database; returns whether it wrote. */
  writeDemoData(context: Pick<ServerContext, 'db' | 'clock' | 'config'>): Promise<boolean>;
  /** The pages below `/dev` that belong to no single stand-in. Asked for once the stand-ins are open. */
  routes(): readonly OtherRoutes[];
  /** Whom a person can sign in as. */
  readonly demoAccounts: { readonly emails: readonly string[]; readonly password: string };
}

// The interface of examples/sandbox. Only main.ts imports the package, and the package only index.ts.
import type { AccessTable } from './access.ts';
import type { Clock } from './clock.ts';
import type { ServerContext } from './context.ts';
import type { Db } from './db/database.ts';
import type { Logger } from './log.ts';
import type { CardProvider } from './providers/cards/cards.types.ts';
import type { FeedSource } from './providers/feed/feed-source.ts';
import type { Identities, IdentityProviderName } from './providers/identity/identity.types.ts';
import type { MailProvider } from './providers/mail/mail-provider.ts';
import type { MarketDataProvider } from './providers/market/market.types.ts';
import type { NewsProvider } from './providers/news/news-provider.ts';
import type { WalletProvider } from './providers/wallet/wallet.types.ts';
import type { HandlersByRoute } from './routes.ts';
import type { Timers } from './timers.ts';

export interface PaymentSandboxParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns the webhook address; null until the server listens. */
  readonly webhookUrl: () => string | null;
  /** Whether a timer runs renewals and webhooks. False in tests, which trigger them. */
  readonly background: boolean;
}

/** A sandbox of an external service, with its pages. */
export interface SandboxService<Provider> {
  readonly provider: Provider;
  readonly routes: HandlersByRoute;
}

/** A sandbox with an HTTP server of its own. */
export interface RunningSandboxService<Provider> extends SandboxService<Provider> {
  stop(): Promise<void>;
}

export interface FeedSandboxParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly timers: Timers;
  /** The market whose trades it replays, if the market is also a sandbox. */
  readonly market: MarketDataProvider | null;
}

/** Sandboxes of the external services, and development tools. One instance per server. */
export interface Sandbox {
  /** Who may request its routes. */
  readonly access: AccessTable;
  openCards(parts: PaymentSandboxParts): Promise<RunningSandboxService<CardProvider>>;
  openWallet(parts: PaymentSandboxParts): Promise<RunningSandboxService<WalletProvider>>;
  openIdentities(
    names: readonly IdentityProviderName[],
    now: () => number,
  ): SandboxService<Partial<Identities>>;
  openMail(log: Logger): MailProvider;
  openMarket(now: () => number): MarketDataProvider;
  openNews(): SandboxService<NewsProvider>;
  /** Returns the replay at a speed; 1 is real time. */
  openFeed(parts: FeedSandboxParts): (speed: number) => FeedSource;
  /** The stylesheet of the sandbox pages. */
  readonly styleRoutes: HandlersByRoute;
  readonly development: Development;
}

/** Tools of a development server. */
interface Development {
  /** The folder of the migrations of its tables. Names begin with `sandbox_`; the ids of plans are in `sandbox_…_objects`. */
  readonly migrations: string;
  /** Returns a clock that `/dev/clock` can move ahead of `source`. */
  createClock(source: Clock): Clock;
  /** Restores the offset of the clock. */
  restoreClock(db: Db): Promise<void>;
  /** Writes the demo data into a new database; returns whether it wrote. */
  writeDemoData(context: Pick<ServerContext, 'db' | 'clock' | 'config'>): Promise<boolean>;
  /** Returns the general pages below `/dev`. Call it after the sandboxes are open. */
  routes(): readonly HandlersByRoute[];
  /** The demo accounts for sign-in. */
  readonly demoAccounts: { readonly emails: readonly string[]; readonly password: string };
}

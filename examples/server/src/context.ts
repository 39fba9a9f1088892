// The dependencies of all handlers, created at the start.
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { FileWorkers } from './files/file-workers.ts';
import type { Bus } from './live/bus.ts';
import type { Logger } from './log.ts';
import type { CardProvider } from './providers/cards/cards.types.ts';
import type { FeedSource } from './providers/feed/feed-source.ts';
import type { Identities } from './providers/identity/identity.types.ts';
import type { MailProvider } from './providers/mail/mail-provider.ts';
import type { MarketDataProvider } from './providers/market/market.types.ts';
import type { NewsProvider } from './providers/news/news-provider.ts';
import type { FileScanner } from './providers/scanner/file-scanner.ts';
import type { WalletProvider } from './providers/wallet/wallet.types.ts';
import type { Timers } from './timers.ts';

export interface ServerContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Events about committed changes. */
  readonly bus: Bus;
  readonly cards: CardProvider;
  readonly wallet: WalletProvider;
  /** Sends mails of the outbox; queue mails with mail/outbox.ts. */
  readonly mail: MailProvider;
  /** Verifies identities at Google and Facebook. */
  readonly identities: Identities;
  /** Null when market data are off. */
  readonly market: MarketDataProvider | null;
  /** Opens the options feed at a speed (1 is real time). Not called when the feed is off. */
  readonly openFeed: (timers: Timers) => (speed: number) => FeedSource;
  /** Null when news are off. */
  readonly news: NewsProvider | null;
  /** Scans uploaded files; null for none. */
  readonly scanner: FileScanner | null;
  /** Reads and decodes uploaded files in worker processes. */
  readonly fileWorkers: FileWorkers;
  /** Returns a persistent random key of this installation, for signatures. */
  readonly installationKey: (name: string) => Promise<string>;
}

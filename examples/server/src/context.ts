// What every handler works with. Made once at the start (app.ts), handed down, never imported as a global.
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
  /** News of what has been committed, for sockets and caches. Ids only, never content. */
  readonly bus: Bus;
  readonly cards: CardProvider;
  readonly wallet: WalletProvider;
  /** Takes mails from the outbox; what is to be sent is queued there (mail/outbox.ts). */
  readonly mail: MailProvider;
  /** Who people are at Google and Facebook. */
  readonly identities: Identities;
  /** Null when market data are off. */
  readonly market: MarketDataProvider | null;
  /** Opens the options feed: the source at a speed, 1 for true pace. Not called when the feed is off. */
  readonly openFeed: (timers: Timers) => (speed: number) => FeedSource;
  /** Null when news are off. */
  readonly news: NewsProvider | null;
  /** Looks into files that people send to others; null when nobody does. */
  readonly scanner: FileScanner | null;
  /** Reads and decodes uploaded files in processes of their own. */
  readonly fileWorkers: FileWorkers;
  /** A random key of this installation, the same after every restart: for signatures (captcha, media links). */
  readonly installationKey: (name: string) => Promise<string>;
}

// The dependencies of all handlers, created at the start.
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { HoldLock } from './db/locks.ts';
import type { FileWorkers } from './files/file-workers.ts';
import type { Bus } from './live/bus.ts';
import type { Channel } from './live/channel.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { CardProvider } from './providers/cards/cards.types.ts';
import type { FeedSource } from './providers/feed/feed-source.ts';
import type { Identities } from './providers/identity/identity.types.ts';
import type { MailProvider } from './providers/mail/mail-provider.ts';
import type { MarketDataProvider } from './providers/market/market.types.ts';
import type { NewsProvider } from './providers/news/news-provider.ts';
import type { FileScanner } from './providers/scanner/file-scanner.ts';
import type { WalletProvider } from './providers/wallet/wallet.types.ts';
import type { FileStorage } from './storage/storage.types.ts';
import type { Timers } from './timers.ts';
import type { MessageTraces } from './tracing/message-traces.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface ServerContext {
  readonly config: Config;
  readonly db: Db;
  /** The row of this process where several may share the database (PostgreSQL), else null. */
  readonly processId: number | null;
  /** Null without other processes. */
  readonly holdLock: HoldLock | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Continues the traces of messages at their delivery. */
  readonly messageTraces: MessageTraces;
  /** Events about committed changes. */
  readonly bus: Bus;
  /** Messages that may be lost, such as typing. */
  readonly channel: Channel;
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
  /** Uploaded files: chat media and profile pictures. */
  readonly files: FileStorage;
  /** Scans uploaded files; null for none. */
  readonly scanner: FileScanner | null;
  /** Reads and decodes uploaded files in worker processes. */
  readonly fileWorkers: FileWorkers;
  /** Returns a persistent random key of this installation, for signatures. */
  readonly installationKey: (name: string) => Promise<string>;
}

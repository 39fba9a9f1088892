// Loads one chat: the newest page first, older pages on demand, and missed messages after a reconnect.
import type { Chat } from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { backoffDelay } from '../../shared/retry.ts';
import { type ChatError, toChatError } from '../errors.ts';
import type { CachedThread } from '../list/cache.ts';
import { chatRetry } from '../retry.ts';
import { singleFlight } from '../single-flight.ts';
import { createCatchUp } from './catch-up.ts';
import type { ThreadHost } from './host.ts';
import { createPageReader } from './page-reader.ts';
import { createRevalidation, maxPages } from './revalidation.ts';
import type { Thread, ThreadState } from './types.ts';

export interface ThreadLoaderOptions {
  readonly chatId: number;
  readonly host: Pick<ThreadHost, 'api' | 'connection' | 'scheduler' | 'outbox' | 'blocks'>;
  readonly rows: Thread;
  readonly cached: CachedThread | undefined;
  /** Whether the chat is open in a view. */
  readonly isOpen: () => boolean;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: () => number | null;
  readonly publish: () => void;
  readonly onLoaded: (chat: Chat) => void;
}

export interface ThreadLoader {
  readonly status: ThreadState['status'];
  readonly older: ThreadState['older'];
  load(): Promise<Result<void, ChatError>>;
  loadOlder(): Promise<Result<void, ChatError>>;
  /** Reads messages that may have been missed, until the server has answered. */
  resume(): void;
  /** Reads newer messages. Returns whether the server is reachable. */
  probe(): Promise<boolean>;
  /** A user was unblocked; `isMissing` when texts of theirs have to be read again. */
  unblocked(isMissing: boolean): void;
  /** Reads the page that ends with a message again: URLs of files expire. Returns false when it cannot. */
  renew(messageId: number): Promise<boolean>;
  /** The view was scrolled. */
  viewed(): void;
  /** The socket was disconnected. */
  lost(): void;
  /** The socket is connected. */
  opened(): void;
}

export function createThreadLoader(options: ThreadLoaderOptions): ThreadLoader {
  const { chatId, host, rows, publish, isOpen } = options;
  let status: ThreadState['status'] = 'idle';
  let older: ThreadState['older'] = 'idle';
  let failures = 0;

  const revalidation = createRevalidation({
    rows,
    host,
    firstInView: options.firstInView,
    async readBefore(before) {
      const response = await pages.read({ before });
      return response.ok ? response.data.data.messages[0]?.id : null;
    },
  });
  const pages = createPageReader({ chatId, host, rows, onRead: revalidation.noteRead });
  const catchUp = createCatchUp({ host, rows, pages, revalidation, isOpen, onComplete: publish });

  const loading = singleFlight(async (): Promise<Result<void, ChatError>> => {
    const cached = rows.isLoaded ? undefined : options.cached;
    if (cached !== undefined) {
      rows.mergePage(cached);
      revalidation.invalidate();
    }
    status = rows.isLoaded ? 'ready' : 'loading';
    publish();
    const connection = host.connection();
    const response = await pages.read({});
    if (!response.ok) return failLoad(toChatError(response));
    failures = 0;
    catchUp.setComplete(connection);
    if (connection === 0 || connection !== host.connection()) revalidation.invalidate();
    status = 'ready';
    options.onLoaded({ ...response.data.data, id: chatId });
    // The cache may be far behind: filling more than one page would take longer than loading on demand.
    const filled = await catchUp.fillGaps(cached === undefined ? maxPages : 1);
    if (filled !== 'filled') catchUp.setComplete(0);
    publish();
    if (!catchUp.isComplete() && host.connection() !== 0) catchUp.resume();
    return succeed(undefined);
  });

  function failLoad(error: ChatError): Result<void, ChatError> {
    if (!rows.isLoaded || error.code !== 'unavailable')
      status = error.code === 'missing' ? 'missing' : 'failed';
    publish();
    if (error.code === 'unavailable') {
      failures += 1;
      host.scheduler.after(backoffDelay(chatRetry, failures), () => {
        if (isOpen() && !catchUp.isComplete() && !catchUp.isPending()) void loading.run();
      });
    }
    return fail(error);
  }

  const loadingOlder = singleFlight(async (): Promise<Result<void, ChatError>> => {
    const before = rows.readFrom();
    if (before === null || !rows.isLoaded || !rows.hasOlder) return succeed(undefined);
    older = 'loading';
    publish();
    const response = await pages.read({ before });
    older = response.ok ? 'idle' : 'failed';
    publish();
    return response.ok ? succeed(undefined) : fail(toChatError(response));
  });

  return {
    get status() {
      return status;
    },
    get older() {
      return older;
    },
    load: loading.run,
    loadOlder: loadingOlder.run,
    resume() {
      if (!catchUp.isComplete()) catchUp.resume();
    },
    async probe() {
      if (rows.isLoaded) return catchUp.run();
      const result = await loading.run();
      return result.ok || result.error.code !== 'unavailable';
    },
    unblocked(isMissing) {
      pages.noteUnblock();
      if (!isMissing) return;
      if (isOpen()) void revalidation.refreshAll();
      else revalidation.invalidate();
    },
    renew: revalidation.renew,
    viewed() {
      if (!catchUp.isPending() && !loading.isPending()) void revalidation.refresh();
    },
    lost() {
      catchUp.setComplete(0);
      if (rows.isLoaded) revalidation.invalidate();
      rows.markBreak();
    },
    opened() {
      if (!catchUp.isComplete()) rows.markBreak();
      if (!isOpen() || loading.isPending()) return;
      if (rows.isLoaded) catchUp.resume();
      else if (status === 'failed') void loading.run();
    },
  };
}

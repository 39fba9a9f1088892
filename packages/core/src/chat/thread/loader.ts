// Loading one chat and catching up with it: which pages are read, when, and what is asked for again.
import type { Answer } from '../../api-client/index.ts';
import { type Chat, type ChatAnswer, chatEndpoint, olderMessagesEndpoint } from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { backoffDelay } from '../../shared/retry.ts';
import { toChatError } from '../errors.ts';
import { isBlocked } from '../message/moderation.ts';
import { chatRetry } from '../retry.ts';
import type { ChatError, ThreadState } from '../types.ts';
import type { ChatThreadHost } from './host.ts';
import { createReread } from './reread.ts';
import { createFreshness, maxFills } from './revalidation.ts';
import type { Thread, ThreadPage } from './types.ts';

export interface ThreadLoaderOptions {
  readonly chatId: number;
  readonly host: Pick<ChatThreadHost, 'api' | 'cached' | 'connection' | 'later' | 'outbox'>;
  /** The thread that pages go into; another one after a reset. */
  readonly thread: () => Thread;
  /** Grows with each reset: what was asked for before it is dropped. */
  readonly generation: () => number;
  /** Whether somebody looks at the chat. */
  readonly isWatched: () => boolean;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: () => number | null;
  readonly publish: () => void;
  /** The chat's own answer is in. */
  readonly onLoaded: (chat: Chat) => void;
  /** The thread is up to date as far as anybody can tell. */
  readonly onComplete: () => void;
}

export interface ThreadLoader {
  readonly status: ThreadState['status'];
  readonly older: ThreadState['older'];
  /** Whether nothing can have been missed. */
  isComplete(): boolean;
  load(): Promise<Result<void, ChatError>>;
  loadOlder(): Promise<Result<void, ChatError>>;
  /** Fetches whatever was missed, again and again until the server has answered. */
  resume(): void;
  /** Reads what is new. Gives whether the server is there. */
  probe(): Promise<boolean>;
  /** Somebody was unblocked. Words of theirs that are held back here are read again, now or when somebody looks. */
  unblocked(isHeldBack: boolean): void;
  /** Reads the page that ends with a message again: addresses of files expire. Gives false when it cannot. */
  renew(messageId: number): Promise<boolean>;
  /** Another part of the thread is in view. */
  viewed(): void;
  /** The connection was lost, or is there again. */
  lost(): void;
  opened(): void;
  reset(): void;
}

export function createThreadLoader(options: ThreadLoaderOptions): ThreadLoader {
  const { chatId, host, thread } = options;
  let status: ThreadState['status'] = 'idle';
  let older: ThreadState['older'] = 'idle';
  /** The connection under which what is here is complete; 0 when something may have been missed. */
  let completeUnder = 0;
  let wasComplete = false;
  let failures = 0;
  let unblocks = 0;
  let loading: Promise<Result<void, ChatError>> | null = null;
  let catching: Promise<boolean> | null = null;
  let loadingOlder: Promise<Result<void, ChatError>> | null = null;

  const freshness = createFreshness({
    thread,
    firstInView: options.firstInView,
    isConnected: () => host.connection() !== 0,
    readBefore: async (before) => (await readPage({ before })).ok,
  });

  const reread = createReread({
    thread,
    generation: options.generation,
    later: host.later,
    async readBefore(before) {
      const answer = await readPage({ before });
      return answer.ok ? answer.data.data.messages[0]?.id : null;
    },
  });

  /** Whether nothing can have been missed: an answer may come after its connection was lost. */
  const isComplete = (): boolean => completeUnder !== 0 && completeUnder === host.connection();

  async function readPage(place: {
    readonly after?: number;
    readonly before?: number;
  }): Promise<Answer<ChatAnswer>> {
    const mine = options.generation();
    const connection = host.connection();
    const asked = unblocks;
    const ticket = thread().beginRead();
    const answer =
      place.before === undefined
        ? await host.api.request(chatEndpoint, { params: { id: chatId }, query: { min_id: place.after } })
        : await host.api.request(olderMessagesEndpoint, {
            params: { id: chatId },
            query: { min_id: place.before },
          });
    if (mine !== options.generation()) return answer;
    if (answer.ok && asked !== unblocks && answer.data.data.messages.some(isBlocked)) {
      // Written before somebody was unblocked, perhaps: the words come when it is asked for again.
      thread().endRead(ticket);
      return readPage(place);
    }
    if (answer.ok) {
      const { messages, first_message_id } = answer.data.data;
      const page: ThreadPage = { messages, first_message_id, ...place };
      thread().mergePage(page, ticket);
      // An answer is complete up to now only where the connection stood all the while.
      if (connection !== 0 && connection === host.connection()) freshness.note(page);
      else thread().markBreak();
      for (const message of messages) host.outbox().seen(message);
    }
    thread().endRead(ticket);
    return answer;
  }

  /** A chat that somebody looks at is asked for again by itself; the waits grow. */
  function retryLoad(): void {
    const mine = options.generation();
    failures += 1;
    host.later(backoffDelay(chatRetry, failures), () => {
      if (mine === options.generation() && options.isWatched() && !isComplete() && catching === null)
        void load();
    });
  }

  function load(): Promise<Result<void, ChatError>> {
    if (loading !== null) return loading;
    const run = runLoad().finally(() => {
      if (loading === run) loading = null;
    });
    loading = run;
    return run;
  }

  async function runLoad(): Promise<Result<void, ChatError>> {
    const mine = options.generation();
    const cached = thread().isLoaded ? undefined : host.cached(chatId);
    if (cached !== undefined) {
      thread().mergePage(cached);
      freshness.doubt();
    }
    status = thread().isLoaded ? 'ready' : 'loading';
    options.publish();
    const connection = host.connection();
    const answer = await readPage({});
    if (mine !== options.generation()) return fail({ code: 'unavailable', message: '' });
    if (!answer.ok) {
      const error = toChatError(answer);
      if (!thread().isLoaded || error.code !== 'unavailable')
        status = error.code === 'missing' ? 'missing' : 'failed';
      options.publish();
      if (error.code === 'unavailable') retryLoad();
      return fail(error);
    }
    failures = 0;
    completeUnder = connection;
    wasComplete ||= connection !== 0;
    if (connection === 0 || connection !== host.connection()) freshness.doubt();
    status = 'ready';
    options.onLoaded(answer.data.data);
    // What was cached long ago may lie far behind: one page is tried, more is not worth the wait.
    const filled = await fillGaps(cached === undefined ? maxFills : 1);
    if (mine !== options.generation()) return succeed(undefined);
    if (filled !== 'whole') completeUnder = 0;
    options.publish();
    options.onComplete();
    if (!isComplete() && host.connection() !== 0) resume();
    return succeed(undefined);
  }

  /** A refusal is final; anything else may go better in a moment. */
  const isFinal = (answer: Answer<unknown>): boolean => answer.kind === 'http' && answer.status < 500;

  /** Fills holes from the newest backwards; beyond `most` pages, what is before the hole is forgotten. */
  async function fillGaps(most: number): Promise<'whole' | 'refused' | 'unreachable'> {
    const mine = options.generation();
    for (let fills = 0; ; fills += 1) {
      const gap = thread().gapBefore;
      if (gap === null) return 'whole';
      if (fills === most) {
        thread().dropBefore(gap);
        return 'whole';
      }
      const answer = await readPage({ before: gap });
      if (mine !== options.generation()) return 'unreachable';
      if (!answer.ok) return isFinal(answer) ? 'refused' : 'unreachable';
    }
  }

  function catchUp(): Promise<boolean> {
    if (catching !== null) return catching;
    const run = runCatchUp().finally(() => {
      if (catching === run) catching = null;
    });
    catching = run;
    return run;
  }

  /** After a loss: everything newer, holes filled, and the page in view again. */
  async function runCatchUp(): Promise<boolean> {
    const mine = options.generation();
    const connection = host.connection();
    const after = thread().breakAt ?? thread().newestId() ?? -1;
    // Before the first connection nothing was heard at all: the newest page tells both what is new and what changed.
    const answer = await readPage(wasComplete ? { after } : {});
    if (mine !== options.generation()) return false;
    if (!answer.ok) return isFinal(answer);
    const filled = await fillGaps(maxFills);
    if (mine !== options.generation()) return false;
    if (filled !== 'whole') return filled === 'refused';
    await freshness.refresh();
    if (mine !== options.generation()) return false;
    completeUnder = connection;
    wasComplete ||= connection !== 0;
    options.publish();
    options.onComplete();
    return host.connection() === 0 || host.connection() === connection ? true : runCatchUp();
  }

  /** Fetches whatever was missed, again and again until the server has answered. */
  function resume(): void {
    const mine = options.generation();
    void catchUp().then((isDone) => {
      if (isDone) return;
      host.later(chatRetry.firstMs, () => {
        if (mine === options.generation() && options.isWatched() && host.connection() !== 0 && !isComplete())
          resume();
      });
    });
  }

  function opened(): void {
    if (!isComplete()) thread().markBreak();
    if (!options.isWatched() || loading !== null) return;
    if (thread().isLoaded) resume();
    else if (status === 'failed') void load();
  }

  /** The texts come back with the pages that hold them. */
  function unblocked(isHeldBack: boolean): void {
    unblocks += 1;
    if (!isHeldBack) return;
    if (options.isWatched()) void reread.all();
    else freshness.doubt();
  }

  function loadOlder(): Promise<Result<void, ChatError>> {
    if (loadingOlder !== null) return loadingOlder;
    const run = runLoadOlder().finally(() => {
      if (loadingOlder === run) loadingOlder = null;
    });
    loadingOlder = run;
    return run;
  }

  async function runLoadOlder(): Promise<Result<void, ChatError>> {
    const before = thread().readFrom();
    if (before === null || !thread().isLoaded || !thread().hasOlder) return succeed(undefined);
    const mine = options.generation();
    older = 'loading';
    options.publish();
    const answer = await readPage({ before });
    if (mine !== options.generation()) return fail({ code: 'unavailable', message: '' });
    older = answer.ok ? 'idle' : 'failed';
    options.publish();
    return answer.ok ? succeed(undefined) : fail(toChatError(answer));
  }

  return {
    get status() {
      return status;
    },
    get older() {
      return older;
    },
    isComplete,
    load,
    loadOlder,
    resume,
    probe: () =>
      thread().isLoaded
        ? catchUp()
        : load().then((result) => result.ok || result.error.code !== 'unavailable'),
    unblocked,
    renew: reread.renew,
    viewed() {
      if (catching === null && loading === null) void freshness.refresh();
    },
    lost() {
      completeUnder = 0;
      if (thread().isLoaded) freshness.doubt();
      thread().markBreak();
    },
    opened,
    reset() {
      loading = null;
      catching = null;
      loadingOlder = null;
      reread.reset();
      status = 'idle';
      older = 'idle';
      completeUnder = 0;
      wasComplete = false;
      freshness.reset();
    },
  };
}

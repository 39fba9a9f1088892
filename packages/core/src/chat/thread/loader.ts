// Loads one chat. `update` (loading.ts) decides what is read when; this file executes it: requests, rows, timers.
import type { ApiFailure } from '../../api-client/index.ts';
import { type Chat, chatEndpoint, olderMessagesEndpoint } from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { isTransient } from '../../shared/retry.ts';
import { type ChatError, toChatError } from '../errors.ts';
import type { CachedThread } from '../list/cache.ts';
import { isBlocked } from '../message/moderation.ts';
import type { ThreadHost } from './host.ts';
import { inChat } from './identify.ts';
import {
  initialLoading,
  type LoadingEffect,
  type LoadingEvent,
  type LoadingState,
  update,
  type Waiter,
} from './loading.ts';
import type { PageCursor, Thread } from './types.ts';

export interface ThreadLoaderOptions {
  readonly chatId: number;
  readonly host: Pick<ThreadHost, 'api' | 'connection' | 'scheduler' | 'outbox' | 'blocks'>;
  readonly rows: Thread;
  readonly cached: CachedThread | undefined;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: () => number | null;
  readonly publish: () => void;
  readonly onLoaded: (chat: Chat) => void;
}

export interface ThreadLoader {
  readonly state: LoadingState;
  dispatch(event: LoadingEvent): void;
  load(): Promise<Result<void, ChatError>>;
  loadOlder(): Promise<Result<void, ChatError>>;
  /** Loads older pages until the message is there, and highlights it. Returns false when it does not exist. */
  jumpTo(messageId: number): Promise<boolean>;
  /** Reads the page that ends with a message again: URLs of files expire. Returns false when it cannot. */
  renew(messageId: number): Promise<boolean>;
  /** Reads newer messages. Returns whether the server is reachable. */
  probe(): Promise<boolean>;
}

/** A read that the server throttles is repeated, as one without a response. */
function toReadError(response: ApiFailure): ChatError {
  const error = toChatError(response);
  return isTransient(response.status) ? { ...error, code: 'unavailable' } : error;
}

export function createThreadLoader(options: ThreadLoaderOptions): ThreadLoader {
  const { chatId, host, rows, cached } = options;
  const waiting = new Map<Waiter, ((result: Result<void, ChatError>) => void)[]>();
  let state = initialLoading;
  /** Pages requested before an unblock lack the user's texts. */
  let unblocks = 0;

  function dispatch(event: LoadingEvent): void {
    if (event.type === 'unblocked') unblocks += 1;
    const firstInView = options.firstInView();
    const facts = { rows, isCached: cached !== undefined, firstInView, connection: host.connection() };
    const next = update(state, event, facts);
    state = next.state;
    for (const effect of next.effects) execute(effect);
  }

  function execute(effect: LoadingEffect): void {
    switch (effect.type) {
      case 'read':
        void read(effect.cursor);
        break;
      case 'timer':
        host.scheduler.after(effect.ms, () => dispatch(effect.event));
        break;
      case 'restore':
        if (cached !== undefined) rows.mergePage(cached);
        break;
      case 'mark-break':
        rows.markBreak();
        break;
      case 'drop-before':
        rows.dropBefore(effect.id);
        break;
      case 'loaded':
        options.onLoaded(effect.chat);
        break;
      case 'settle':
        settle(effect.waiter, effect.error);
        break;
      case 'publish':
        options.publish();
    }
  }

  function settle(waiter: Waiter, error: ChatError | null): void {
    const resolves = waiting.get(waiter) ?? [];
    waiting.delete(waiter);
    for (const resolve of resolves) resolve(error === null ? succeed(undefined) : fail(error));
  }

  async function read(cursor: PageCursor): Promise<void> {
    const unblocksBefore = unblocks;
    const blocksBefore = host.blocks.revision();
    const epoch = rows.beginRequest();
    const response = await request(cursor);
    const messages = response.ok ? response.data.data.messages.map((one) => inChat(one, chatId)) : [];
    const isOutdated = unblocksBefore !== unblocks && messages.some(isBlocked);
    if (response.ok && !isOutdated) {
      host.blocks.learn(messages, blocksBefore);
      const { first_message_id } = response.data.data;
      rows.mergePage({ ...cursor, messages, first_message_id }, epoch);
      host.outbox.confirm(messages);
    }
    rows.endRequest(epoch);
    if (isOutdated) await read(cursor);
    else if (response.ok) dispatch({ type: 'arrived', cursor, chat: { ...response.data.data, id: chatId } });
    else dispatch({ type: 'failed', cursor, error: toReadError(response), retryAfter: response.retryAfter });
  }

  /** The cursor may be a message without an id: its local id is between two of the server's. */
  function request({ after, before }: PageCursor) {
    const params = { id: chatId };
    if (before !== undefined)
      return host.api.request(olderMessagesEndpoint, { params, query: { min_id: Math.ceil(before) } });
    const min_id = after === undefined ? after : Math.floor(after);
    return host.api.request(chatEndpoint, { params, query: { min_id } });
  }

  /** Dispatches an event, and waits for what it asks for. */
  function ask(waiter: Waiter, event: LoadingEvent): Promise<Result<void, ChatError>> {
    return new Promise((resolve) => {
      waiting.set(waiter, [...(waiting.get(waiter) ?? []), resolve]);
      dispatch(event);
    });
  }

  return {
    get state() {
      return state;
    },
    dispatch,
    load: () => ask('load', { type: 'reloaded' }),
    loadOlder: () => ask('older', { type: 'reached-start' }),
    jumpTo: async (id) => (await ask(`jump ${id}`, { type: 'jumped', id })).ok,
    renew: async (id) => (await ask(`renew ${id}`, { type: 'expired', id })).ok,
    async probe() {
      const result = await ask('sync', { type: 'probed' });
      return result.ok || result.error.code !== 'unavailable';
    },
  };
}

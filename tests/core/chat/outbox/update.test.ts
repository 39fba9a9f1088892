import type { Message } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutboxEntry, PostOutcome } from '../../../../packages/core/src/chat/outbox/rules.ts';
import type {
  OutboxEffect,
  OutboxEvent,
  OutboxState,
} from '../../../../packages/core/src/chat/outbox/types.ts';
import { initialState, update } from '../../../../packages/core/src/chat/outbox/update.ts';
import { chatRetry } from '../../../../packages/core/src/chat/retry.ts';
import { retryDelay } from '../../../../packages/core/src/shared/retry.ts';
import { propertyCases } from '../../../support/property-cases.ts';
import { me, message } from '../support.ts';

type Pending = Extract<OutboxEffect, { type: 'probe' | 'prepare' | 'post' | 'delay' }>;

const chatIdOf = (effect: Pending): number => ('chatId' in effect ? effect.chatId : effect.entry.chat_id);

interface Backend {
  /** It returns the `client_id` of a post with the message. */
  readonly echoes: boolean;
  /** It stores each `client_id` once. */
  readonly deduplicates: boolean;
}

/** A member's outbox, the effects that it waits for, and a server. */
function createWorld({ echoes, deduplicates }: Backend) {
  let state: OutboxState = initialState(me.id, storedFrom([]), null);
  let pending: Pending[] = [];
  const stored: Message[] = [];
  const received = new Set<number>();
  const clientIds = new Map<string, Message>();
  const facts = { isOnline: true, isConnected: true };
  const texts: string[] = [];
  const discarded = new Set<string>();
  /** Texts that failed at least once: the user posts them again, later. */
  const failed = new Set<string>();

  function storedFrom(entries: readonly OutboxEntry[]) {
    return { version: 1, user_id: me.id, knowsClientId: null, entries } as const;
  }

  function dispatch(event: OutboxEvent): void {
    const newestId = (chatId: number): number | null =>
      stored.findLast(({ id, chat_id }) => chat_id === chatId && received.has(id))?.id ?? null;
    const next = update(state, event, { ...facts, newestId });
    state = next.state;
    for (const effect of next.effects) {
      if (effect.type === 'stop-delay')
        pending = pending.filter((one) => one.type !== 'delay' || one.chatId !== effect.chatId);
      else if (effect.type !== 'drop-files' && effect.type !== 'sent') pending.push(effect);
    }
    check();
  }

  function check(): void {
    for (const { text, state: step } of state.entries) if (step === 'failed') failed.add(text);
    // A chat does one thing at a time, and nothing while it is delayed.
    expect(new Set(pending.map(chatIdOf)).size).toBe(pending.length);
    const known = new Set([...state.entries.map(({ text }) => text), ...stored.map((one) => one.message)]);
    expect(texts.filter((text) => !known.has(text) && !discarded.has(text))).toEqual([]);
  }

  /** The server stores a post. */
  function store({ client_id, chat_id, text, files }: OutboxEntry): Message {
    const known = deduplicates ? clientIds.get(client_id) : undefined;
    if (known !== undefined) return known;
    const media = files.map(() => ({}) as Message['media'][number]);
    const echoed = { client_id: echoes ? client_id : null, media };
    const created = message(stored.length + 1, { chat_id, message: text, sender: me, ...echoed });
    stored.push(created);
    clientIds.set(client_id, created);
    return created;
  }

  function receive(messages: readonly Message[]): void {
    for (const { id } of messages) received.add(id);
    dispatch({ type: 'received', messages });
  }

  function outcomeOf(entry: OutboxEntry, pick: number): PostOutcome {
    if (pick === 0 || pick > 7) return { kind: 'sent', message: store(entry) };
    if (pick <= 2) store(entry);
    if (pick <= 4) return { kind: 'uncertain' };
    if (pick === 5) return { kind: 'throttled', retryAfter: 5 };
    return pick === 6 ? { kind: 'refused', error: 'No.' } : { kind: 'signed-out' };
  }

  /** Answers an effect; `pick` 0 is success. */
  function answer(effect: Pending, pick: number, isCancelled = false): void {
    pending = pending.filter((one) => one !== effect);
    if (effect.type === 'delay') dispatch({ type: 'delay-over', chatId: effect.chatId });
    else if (effect.type === 'prepare')
      dispatch({ type: 'prepared', entry: effect.entry, blobs: pick === 1 ? null : [] });
    else if (effect.type === 'probe') {
      const { chatId } = effect;
      const isReachable = facts.isOnline && pick % 3 === 0;
      if (isReachable) receive(stored.filter(({ chat_id }) => chat_id === chatId));
      dispatch({ type: 'probed', chatId, isReachable });
    } else {
      const { entry } = effect;
      const outcome = outcomeOf(entry, pick);
      // The thread has it before the outbox is told.
      if (outcome.kind === 'sent') received.add(outcome.message.id);
      dispatch({ type: 'responded', entry, outcome, isCancelled: isCancelled && outcome.kind !== 'sent' });
    }
  }

  return {
    facts,
    stored,
    texts,
    discarded,
    failed,
    entries: () => state.entries,
    pending: () => pending,
    dispatch,
    store,
    receive,
    answer,
    send(chat_id: number, fileCount: number, text = `text ${texts.length}`) {
      texts.push(text);
      const files = [{ name: 'a.pdf', type: 'application/pdf', size: 1 }].slice(0, fileCount);
      const plain = { reply_to: null, mention_for: [], created_at: '', after_id: null, error: null };
      const client_id = `id ${texts.length}`;
      const entry: OutboxEntry = {
        ...plain,
        client_id,
        chat_id,
        text,
        files,
        state: 'queued',
        isUncertain: false,
        reason: null,
      };
      dispatch({ type: 'enqueued', entry });
    },
    /** Responses of the old page are lost; its posts reach the server, or do not. */
    reload(pick: number) {
      for (const effect of pending) if (effect.type === 'post' && pick % 2 === 0) store(effect.entry);
      pending = [];
      state = initialState(me.id, { ...storedFrom(state.entries), knowsClientId: state.knowsClientId }, null);
      dispatch({ type: 'woken' });
    },
  };
}

type World = ReturnType<typeof createWorld>;

const choose = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** What can happen, in any order; `pick` chooses what it happens to. */
const happenings: Readonly<Record<string, (world: World, pick: number) => void>> = {
  send: (world, pick) => world.send(1 + (pick % 2), 0),
  'send file': (world, pick) => world.send(1 + (pick % 2), 1),
  answer(world, pick) {
    const effect = choose(world.pending(), pick);
    if (effect !== undefined) world.answer(effect, pick % 11);
  },
  cancel(world, pick) {
    const posts = world.pending().filter(({ type }) => type === 'post');
    const effect = choose(posts, pick);
    if (effect?.type === 'post' && effect.entry.files.length > 0) world.answer(effect, 1 + (pick % 4), true);
  },
  echo(world, pick) {
    const found = choose(world.stored, pick);
    if (found !== undefined) world.receive([found]);
  },
  connection(world) {
    world.facts.isConnected = !world.facts.isConnected;
    if (world.facts.isConnected) world.dispatch({ type: 'woken' });
  },
  network(world) {
    world.facts.isOnline = !world.facts.isOnline;
    if (world.facts.isOnline) world.dispatch({ type: 'woken' });
  },
  retry(world, pick) {
    const entry = choose(world.entries(), pick);
    if (entry !== undefined) world.dispatch({ type: 'retried', clientId: entry.client_id });
  },
  discard(world, pick) {
    const entry = choose(world.entries(), pick);
    if (entry === undefined || entry.state === 'sending') return;
    world.discarded.add(entry.text);
    world.dispatch({ type: 'discarded', clientId: entry.client_id });
  },
  reload: (world, pick) => world.reload(pick),
};

const happening = fc.record({
  kind: fc.constantFrom('send', 'answer', 'answer', 'answer', 'echo', ...Object.keys(happenings)),
  pick: fc.nat(10_000),
});

/** Everything is reachable again, and the user retries what failed. */
function finish(world: World): void {
  Object.assign(world.facts, { isOnline: true, isConnected: true });
  world.dispatch({ type: 'woken' });
  for (let round = 0; round < 200 && world.entries().length > 0; round += 1) {
    const [effect] = world.pending();
    if (effect !== undefined) world.answer(effect, 0);
    else
      for (const { client_id } of world.entries()) world.dispatch({ type: 'retried', clientId: client_id });
  }
}

describe('outbox: any order of events', () => {
  it.each<[string, Backend]>([
    ['that stores each client_id once', { echoes: true, deduplicates: true }],
    ['that only returns client_id', { echoes: true, deduplicates: false }],
    ['without client_id', { echoes: false, deduplicates: false }],
  ])(
    'loses no text, posts none twice and keeps their order, with a server %s [chat.outbox-property]',
    (_, backend) => {
      fc.assert(
        fc.property(fc.array(happening, { minLength: 5, maxLength: 80 }), (sequence) => {
          const world = createWorld(backend);
          for (const { kind, pick } of sequence) happenings[kind]?.(world, pick);
          finish(world);
          const posted = world.stored.map((one) => one.message);
          expect(world.entries()).toEqual([]);
          expect(new Set(posted).size).toBe(posted.length);
          const kept = world.texts.filter((text) => !world.discarded.has(text));
          expect(kept.filter((text) => !posted.includes(text))).toEqual([]);
          for (const chatId of [1, 2]) {
            const inOrder = world.stored
              .filter((one) => one.chat_id === chatId && !world.failed.has(one.message))
              .map((one) => world.texts.indexOf(one.message));
            expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
          }
        }),
        { numRuns: propertyCases(1000) },
      );
    },
  );
});

const begin = (texts: readonly string[], knowsClientId = false): World => {
  const world = createWorld({ echoes: knowsClientId, deduplicates: knowsClientId });
  for (const text of texts) world.send(1, 0, text);
  return world;
};
const next = (world: World): Pending => world.pending()[0] as Pending;

describe('outbox: a throttled chat', () => {
  it('waits for Retry-After after a reconnect, but not after a retry [chat.throttle-wait]', () => {
    const world = begin(['slow', 'behind it'], true);
    world.answer(next(world), 5);
    const delay = { type: 'delay', ms: 5000, retryAfter: 5 };
    expect(world.pending()).toMatchObject([delay]);
    world.dispatch({ type: 'woken' });
    expect(world.pending()).toMatchObject([delay]);
    expect(world.entries()).toMatchObject([{ reason: 'throttled' }, { reason: 'throttled' }]);
    world.dispatch({ type: 'retried', clientId: 'id 1' });
    expect(world.pending()).toMatchObject([{ type: 'post' }]);
  });

  it('waits a day at most, because a longer timer would fire at once [chat.throttle-wait]', () => {
    expect(retryDelay(chatRetry, 1, 999_999_999)).toBe(86_400_000);
  });
});

describe('outbox: messages of a server without client_id', () => {
  it('does not take an earlier message with the same text for a lost post [chat.outbox-once]', () => {
    const world = begin(['ok', 'ok']);
    world.answer(next(world), 0);
    world.answer(next(world), 3);
    world.receive(world.stored);
    expect(world.entries()).toMatchObject([{ text: 'ok', state: 'failed', isUncertain: true }]);
  });

  it('is done with a message whose echo arrives, but whose response does not [chat.one-bubble]', () => {
    const world = begin(['hello', 'behind it']);
    const post = next(world);
    if (post.type === 'post') world.receive([world.store(post.entry)]);
    expect(world.entries()).toHaveLength(2);
    world.answer(post, 3);
    expect(world.entries().map(({ text }) => text)).toEqual(['behind it']);
  });
});

import { createThread } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatErrorCode } from '../../../../packages/core/src/chat/errors.ts';
import {
  initialLoading,
  type LoadingEffect,
  type LoadingEvent,
  type LoadingState,
  update,
  type Waiter,
} from '../../../../packages/core/src/chat/thread/loading.ts';
import type { PageCursor, ThreadPage } from '../../../../packages/core/src/chat/thread/types.ts';
import { propertyCases } from '../../../support/property-cases.ts';
import { chatOf, me, message, other } from '../support.ts';

interface Read {
  readonly cursor: PageCursor;
  readonly epoch: number;
  /** The server's page when the request reached it. */
  page: ThreadPage | null;
}

type Timer = Extract<LoadingEffect, { type: 'timer' }>;

const pageSize = 4;

/** A thread, the effects that its loading waits for, and a server that holds `count` messages. */
function createWorld(count = 0, cachedCount = 0) {
  const rows = createThread({ chatId: 7, viewerId: me.id });
  const stored: Message[] = [];
  const cached = { messages: [] as Message[], first_message_id: null };
  const waiting = new Set<Waiter>();
  let state: LoadingState = initialLoading;
  let reads: Read[] = [];
  let timers: Timer[] = [];
  /** Frames on their way; they are lost with the connection. */
  let wire: Message[] = [];
  let openings = 0;
  const world = { isConnected: false, firstInView: null as number | null, wasRefused: false };

  function post(): void {
    const created = message((stored.at(-1)?.id ?? 10) + 3, { sender: other, message: `${stored.length}` });
    stored.push(created);
    if (world.isConnected) wire.push(created);
  }

  function dispatch(event: LoadingEvent): void {
    const connection = world.isConnected ? openings : 0;
    const facts = { rows, isCached: cached.messages.length > 0, firstInView: world.firstInView, connection };
    const next = update(state, event, facts);
    state = next.state;
    for (const effect of next.effects) execute(effect);
    check();
  }

  function execute(effect: LoadingEffect): void {
    if (effect.type === 'read') reads.push({ cursor: effect.cursor, epoch: rows.beginRequest(), page: null });
    else if (effect.type === 'timer') timers.push(effect);
    else if (effect.type === 'restore') rows.mergePage(cached);
    else if (effect.type === 'mark-break') rows.markBreak();
    else if (effect.type === 'drop-before') {
      expect(cachedCount > 0 || world.wasRefused, 'only what is before a gap is dropped').toBe(true);
      rows.dropBefore(effect.id);
    } else if (effect.type === 'settle') waiting.delete(effect.waiter);
  }

  const shown = (): readonly Message[] => rows.tail(rows.storedLength);

  function check(): void {
    const cursors = reads.map(({ cursor }) => JSON.stringify(cursor));
    expect(new Set(cursors).size, 'one request for a range at a time').toBe(cursors.length);
    const retries = timers.filter(({ event }) => event.type === 'retry-due');
    expect(retries.length, 'one retry at a time').toBeLessThanOrEqual(1);
    const ids = shown().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    const isComplete = world.isConnected && state.completeSince === openings && wire.length === 0;
    const newest = stored.slice(stored.length - ids.length).map(({ id }) => id);
    if (isComplete) expect(ids, 'no gap is left').toEqual(newest);
  }

  function pageAt({ after, before }: PageCursor): ThreadPage {
    const matching = stored.filter(
      ({ id }) => id > (after ?? -1) && id < (before ?? Number.POSITIVE_INFINITY),
    );
    const messages = matching.slice(-pageSize);
    const isWhole = stored.length === 0 || (messages.length > 0 && messages[0] === stored[0]);
    return {
      after,
      before,
      messages,
      first_message_id: isWhole ? -1 : (messages[0]?.id ?? null),
    } as ThreadPage;
  }

  function end(read: Read): void {
    reads = reads.filter((one) => one !== read);
    rows.endRequest(read.epoch);
  }

  for (let index = 0; index < count; index += 1) post();
  cached.messages = stored.slice(0, cachedCount);

  return Object.assign(world, {
    rows,
    stored,
    shown,
    waiting,
    post,
    dispatch,
    state: () => state,
    reads: () => reads,
    timers: () => timers,
    ask(waiter: Waiter, event: LoadingEvent) {
      waiting.add(waiter);
      dispatch(event);
    },
    change(target: Message) {
      const changed = { ...target, message: `${target.message}+` };
      stored[stored.indexOf(target)] = changed;
      if (world.isConnected) wire.push(changed);
    },
    serve(read: Read) {
      read.page ??= pageAt(read.cursor);
    },
    deliver(read: Read) {
      const page = read.page ?? pageAt(read.cursor);
      const before = rows.isLoaded ? shown().map(({ id }) => id) : [];
      rows.mergePage(page, read.epoch);
      const known = new Set(shown().map(({ id }) => id));
      expect(
        before.filter((id) => !known.has(id)),
        'loaded messages are kept',
      ).toEqual([]);
      end(read);
      const { messages, first_message_id } = page;
      dispatch({
        type: 'arrived',
        cursor: read.cursor,
        chat: chatOf({ messages: [...messages], first_message_id }),
      });
    },
    lose(read: Read, code: ChatErrorCode = 'unavailable') {
      end(read);
      world.wasRefused ||= code !== 'unavailable' && read.cursor.after === undefined;
      dispatch({ type: 'failed', cursor: read.cursor, error: { code, message: '' }, retryAfter: null });
    },
    receive() {
      const frame = wire.shift();
      if (frame !== undefined) rows.upsert(frame);
      check();
    },
    fire(timer: Timer) {
      timers = timers.filter((one) => one !== timer);
      dispatch(timer.event);
    },
    reconnect() {
      world.isConnected = !world.isConnected;
      if (world.isConnected) openings += 1;
      wire = [];
      dispatch({ type: world.isConnected ? 'connected' : 'disconnected' });
    },
  });
}

type World = ReturnType<typeof createWorld>;

const choose = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** What can happen, in any order; `pick` chooses what it happens to. */
const happenings: Readonly<Record<string, (world: World, pick: number) => void>> = {
  post: (world) => world.post(),
  change(world, pick) {
    const target = choose(world.stored, pick);
    if (target !== undefined) world.change(target);
  },
  receive: (world) => world.receive(),
  serve(world, pick) {
    const read = choose(world.reads(), pick);
    if (read !== undefined) world.serve(read);
  },
  deliver(world, pick) {
    const read = choose(world.reads(), pick);
    if (read !== undefined) world.deliver(read);
  },
  lose(world, pick) {
    const read = choose(world.reads(), pick);
    if (read !== undefined) world.lose(read, pick % 5 === 0 ? 'missing' : 'unavailable');
  },
  timer(world, pick) {
    const timer = choose(world.timers(), pick);
    if (timer !== undefined) world.fire(timer);
  },
  connection: (world) => world.reconnect(),
  open: (world, pick) => world.dispatch({ type: pick % 4 === 0 ? 'closed' : 'opened' }),
  scroll(world, pick) {
    world.firstInView = choose(world.shown(), pick)?.id ?? null;
    world.dispatch({ type: 'scrolled' });
  },
  'scroll to the start': (world) => world.ask('older', { type: 'reached-start' }),
  jump(world, pick) {
    const id = choose(world.stored, pick)?.id ?? 1;
    world.ask(`jump ${id}`, { type: 'jumped', id });
  },
  renew(world, pick) {
    const id = choose(world.shown(), pick)?.id;
    if (id !== undefined) world.ask(`renew ${id}`, { type: 'expired', id });
  },
  reload: (world) => world.ask('load', { type: 'reloaded' }),
  probe: (world) => world.ask('sync', { type: 'probed' }),
  unblock: (world) => world.dispatch({ type: 'unblocked', isTextMissing: true }),
};

const kinds = [
  ...Object.keys(happenings),
  ...Array<string>(6).fill('deliver'),
  'post',
  'change',
  'connection',
];
const happening = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(10_000) });

/** Fails what is requested until nothing is. Returns the number of rounds. */
function failAll(world: World): number {
  let rounds = 0;
  for (; world.reads().length > 0 && rounds < 50; rounds += 1)
    for (const read of world.reads()) world.lose(read);
  return rounds;
}

/** Everything is reachable again, and the user reads from the end to the start. */
function finish(world: World): void {
  if (!world.isConnected) world.reconnect();
  // A refused page is not requested again before the user opens the chat again.
  if (!world.state().isOpen || world.wasRefused) world.dispatch({ type: 'opened' });
  for (let round = 0; round < 150; round += 1) {
    world.receive();
    const [read] = world.reads();
    const [timer] = world.timers();
    if (read !== undefined) world.deliver(read);
    else if (timer !== undefined) world.fire(timer);
    else if (world.state().status !== 'ready') world.dispatch({ type: 'reloaded' });
    else {
      world.firstInView = world.rows.oldestId();
      world.dispatch({ type: 'scrolled' });
      if (world.rows.hasOlder) world.dispatch({ type: 'reached-start' });
    }
  }
}

/** Two messages between the cache and the newest page change before that page arrives. */
const changesAfterCache = [
  { kind: 'connection', pick: 0 },
  { kind: 'probe', pick: 0 },
  { kind: 'open', pick: 1 },
  { kind: 'change', pick: 1 },
  { kind: 'change', pick: 4 },
];

/** The page of a message that arrived on the socket is read before the newest page. */
const renewedBeforeNewest = [
  { kind: 'open', pick: 1 },
  { kind: 'connection', pick: 0 },
  { kind: 'change', pick: 0 },
  { kind: 'receive', pick: 0 },
  { kind: 'renew', pick: 0 },
  { kind: 'post', pick: 0 },
  { kind: 'deliver', pick: 0 },
  { kind: 'post', pick: 0 },
  { kind: 'post', pick: 0 },
  { kind: 'deliver', pick: 0 },
];

describe('loading: any order of events', () => {
  it('ends with the messages of the server, in order and each once [chat.thread-property] [chat.gap]', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { minLength: 5, maxLength: 80 }),
        fc.nat(24),
        fc.nat(6),
        (sequence, count, cachedCount) => {
          const world = createWorld(count, cachedCount);
          for (const { kind, pick } of sequence) happenings[kind]?.(world, pick);
          expect(failAll(world), 'no request follows a failure without a pause').toBeLessThan(3);
          finish(world);
          expect(world.shown()).toEqual(world.stored);
          expect([...world.waiting]).toEqual([]);
          expect(world.state()).toMatchObject({ status: 'ready', requests: [], sync: null });
        },
      ),
      {
        numRuns: propertyCases(200, 20_000),
        examples: [
          [changesAfterCache, 16, 1],
          [renewedBeforeNewest, 5, 0],
        ],
      },
    );
  });
});

describe('renewing the URLs of a message', () => {
  /** A loaded thread whose first message is renewed. */
  function renewing() {
    const world = createWorld(2);
    world.dispatch({ type: 'opened' });
    for (const read of world.reads()) world.deliver(read);
    const [{ id } = { id: 0 }] = world.shown();
    const renew = (): void => world.ask(`renew ${id}`, { type: 'expired', id });
    renew();
    return { ...world, renew, isWaiting: (): boolean => world.waiting.has(`renew ${id}`) };
  }

  it('waits for the pending request when it is asked for again', () => {
    const { renew, isWaiting, reads, deliver } = renewing();
    renew();
    expect([isWaiting(), reads().length]).toEqual([true, 1]);
    for (const read of reads()) deliver(read);
    expect(isWaiting()).toBe(false);
    renew();
    expect([isWaiting(), reads().length]).toEqual([false, 0]);
  });

  it.each([
    ['unavailable', 1],
    ['missing', 0],
  ] as const)('after the failure %s it is requested again at once %d times', (code, count) => {
    const { renew, reads, lose } = renewing();
    for (const read of reads()) lose(read, code);
    renew();
    expect(reads()).toHaveLength(count);
  });
});

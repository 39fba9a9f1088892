import { isPending } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { createMemoryStorage, errorResponse, networkError, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { createModelServer } from '../model-server.ts';
import { reopen, respondToAll } from '../open-thread.ts';
import { createRig, me, other, type Rig, rows } from '../support.ts';

const post = '/web/chat/{id}';

/** A rig with chat 7 loaded and the socket open. */
async function opened(knowsClientId = true, firstClientId: string | null = null) {
  const server = createModelServer({ pageSize: 50, knowsClientId });
  server.post(other, 'hi', firstClientId);
  const rig = createRig();
  rig.chat.start();
  rig.chat.thread(7).open();
  rig.sockets.latest().accept();
  await respondToAll(rig, server);
  return { server, rig };
}

/** The page after a reload. Requests of the old page may reach the server; their responses are lost. */
async function reloaded(rig: Rig, server: ReturnType<typeof createModelServer>): Promise<Rig> {
  rig.chat.destroy();
  rig.realtime.destroy();
  for (const [index, lost] of rig.api.waiting().entries()) {
    if (index % 2 === 0) server.respond(lost);
    await lost.respond(networkError());
  }
  const next = reopen(rig);
  next.sockets.latest().accept();
  return next;
}

const posts = (rig: Rig) =>
  rig.api.requests.filter(({ path, input }) => path === post && input.body !== undefined);
const states = (rig: Rig): string[] => {
  const thread = rig.chat.thread(7);
  const found: string[] = [];
  for (let i = 0, item = thread.at(0); item !== undefined; i += 1, item = thread.at(i)) {
    if (isPending(item)) found.push(item.state);
  }
  return found;
};

describe('outbox: sending', () => {
  it('shows messages at once and sends those of a chat one at a time, in order [chat.outbox-order]', async () => {
    const { server, rig } = await opened();
    const thread = rig.chat.thread(7);
    thread.send('one');
    thread.send('two');
    expect(rows(rig.chat)).toEqual(['hi', '[one]', '[two]']);
    expect(posts(rig)).toHaveLength(1);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'one', 'two']);
    expect(posts(rig)).toHaveLength(2);
  });

  it('shows one bubble whether the echo or the response arrives first [chat.one-bubble]', async () => {
    const { server, rig } = await opened();
    const thread = rig.chat.thread(7);
    thread.send('echo first');
    const [first] = rig.api.waiting();
    const response = server.respond(first as never);
    const echo = { type: 'WebFetchMessage', user_id: 1, message: server.messages().at(-1), isScroll: true };
    rig.sockets.latest().deliver(echo);
    expect(rows(rig.chat)).toEqual(['hi', 'echo first']);
    await first?.respond(response);
    rig.sockets.latest().deliver(echo);
    expect(rows(rig.chat)).toEqual(['hi', 'echo first']);
  });

  it("keeps a rejected message with the server's error, and sends the next one [chat.refused]", async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('too long');
    rig.chat.thread(7).send('fine');
    await rig.api.latest(post).respond(errorResponse(422, { message: 'Must be at most 4,000 characters.' }));
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'fine', '[too long]']);
    const failed = rig.chat.thread(7).at(2);
    expect(failed).toMatchObject({ state: 'failed', error: 'Must be at most 4,000 characters.' });
    rig.chat.thread(7).discard((failed as { client_id: string }).client_id);
    expect(rows(rig.chat)).toEqual(['hi', 'fine']);
    expect(rig.storage.read('outbox')).not.toContain('too long');
  });

  it("waits for the server's Retry-After when throttled [chat.throttle-wait]", async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('slow');
    rig.chat.thread(7).send('behind it');
    await rig.api.latest(post).respond(errorResponse(429, { retryAfter: 5 }));
    const waiting = [1, 2].map((index) => rig.chat.thread(7).at(index));
    expect(waiting).toMatchObject([
      { state: 'waiting', reason: 'throttled' },
      { state: 'waiting', reason: 'throttled' },
    ]);
    await rig.time.advance(4999);
    expect(posts(rig)).toHaveLength(1);
    await rig.time.advance(1);
    await respondToAll(rig, server);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'slow', 'behind it']);
  });

  it('lets a message that is sent while throttled wait as well [chat.throttle-wait]', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('slow');
    await rig.api.latest(post).respond(errorResponse(429, { retryAfter: 5 }));
    rig.chat.thread(7).send('typed meanwhile');
    expect(posts(rig)).toHaveLength(1);
    expect(rig.chat.thread(7).at(2)).toMatchObject({ state: 'waiting', reason: 'throttled', retryIn: 5 });
    await rig.time.advance(5000);
    await respondToAll(rig, server);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'slow', 'typed meanwhile']);
  });

  it('counts the seconds until a throttled message is sent [calls.retry-countdown]', async () => {
    const { server, rig } = await opened();
    const retryIn = () =>
      [1, 2]
        .map((index) => rig.chat.thread(7).at(index))
        .map((row) => (row && 'retryIn' in row ? row.retryIn : null));
    rig.chat.thread(7).send('slow');
    rig.chat.thread(7).send('behind it');
    await rig.api.latest(post).respond(errorResponse(429, { retryAfter: 5 }));
    expect(retryIn()).toEqual([5, 5]);
    await rig.time.advance(2000);
    expect(retryIn()).toEqual([3, 3]);
    await rig.time.advance(3000);
    await respondToAll(rig, server);
    await respondToAll(rig, server);
    expect(retryIn()).toEqual([null, null]);
    rig.chat.thread(7).send('no time given');
    await rig.api.latest(post).respond(errorResponse(429));
    expect(rig.chat.thread(7).at(3)).toMatchObject({ reason: 'throttled', retryIn: null });
  });
});

describe('outbox: offline', () => {
  it('sends a message typed offline once after reconnecting [chat.offline]', async () => {
    const { server, rig } = await opened();
    rig.page.play('offline');
    rig.sockets.latest().drop();
    rig.chat.thread(7).send('from the train');
    await rig.time.advance(20_000);
    expect(posts(rig)).toHaveLength(0);
    expect(states(rig)).toEqual(['waiting']);
    rig.page.play('online');
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'from the train']);
    expect(posts(rig)).toHaveLength(1);
  });

  it('posts without a socket after a request has reached the server', async () => {
    const { server, rig } = await opened();
    rig.sockets.latest().drop();
    rig.chat.thread(7).send('no socket');
    expect(posts(rig)).toHaveLength(0);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'no socket']);
  });

  it('finds a stored post whose response was lost, and does not send it again', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('first');
    await respondToAll(rig, server);
    rig.chat.thread(7).send('second');
    const request = rig.api.latest(post);
    server.respond(request);
    await request.respond(networkError());
    expect(states(rig)).toEqual(['waiting']);
    await rig.time.advance(3000);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'first', 'second']);
    expect(posts(rig)).toHaveLength(2);
  });

  it('repeats the first post of a member when a message of another member has a client_id', async () => {
    const { server, rig } = await opened(true, 'of another member');
    rig.chat.thread(7).send('first');
    await rig.api.latest(post).respond(networkError());
    expect(states(rig)).toEqual(['waiting']);
    await rig.time.advance(3000);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'first']);
  });

  it('never repeats a post automatically when the server does not support client_id [chat.no-blind-post]', async () => {
    const { server, rig } = await opened(false);
    rig.chat.thread(7).send('only once');
    const request = rig.api.latest(post);
    server.respond(request);
    await request.respond(networkError());
    await rig.time.advance(120_000);
    expect(posts(rig)).toHaveLength(1);
    expect(states(rig)).toEqual(['failed']);
    const failed = rig.chat.thread(7).at(1) as { client_id: string };
    // Retry checks first, and finds the message on the server.
    rig.chat.thread(7).retry(failed.client_id);
    await respondToAll(rig, server);
    expect(posts(rig)).toHaveLength(1);
    expect(rows(rig.chat)).toEqual(['hi', 'only once']);
  });
});

describe('outbox: texts that a backend changes', () => {
  it.each<[string, string, (text: string) => string]>([
    ['line ends to CR LF', 'one\ntwo', (text) => text.replaceAll('\n', '\r\n')],
    ['line ends to CR', 'one\ntwo', (text) => text.replaceAll('\n', '\r')],
    ['CR LF to LF', 'one\r\ntwo', (text) => text.replaceAll('\r', '')],
    ['letters to normal form C', 'cafe\u0301', (text) => text.normalize('NFC')],
    ['letters to normal form D', 'caf\u00E9', (text) => text.normalize('NFD')],
    ['trimmed lines', 'one  \n two', (text) => text.replace(/ *\n */g, '\n')],
    ['single spaces', 'one  two', (text) => text.replaceAll(/ +/g, ' ')],
    ['a line break at the end', 'one', (text) => `${text}\n`],
    ['typographic quotes', "don't", (text) => text.replaceAll("'", '’')],
  ])('posts once when the answer is lost: %s [chat.outbox-once]', async (_, text, change) => {
    const { server, rig } = await opened(false);
    rig.chat.thread(7).send(text);
    const request = rig.api.latest(post);
    server.respond(request);
    const stored = server.messages().at(-1) as Message;
    server.change(stored.id, { message: change(stored.message) });
    await request.respond(networkError());
    const failed = rig.chat.thread(7).at(1) as { client_id: string };
    rig.chat.thread(7).retry(failed.client_id);
    await respondToAll(rig, server);
    expect(posts(rig)).toHaveLength(1);
    expect(rows(rig.chat)).toEqual(['hi', change(stored.message)]);
  });
});

describe('outbox: across reload and sign-in', () => {
  it('keeps pending messages after a reload [chat.outbox-reload]', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('known');
    await respondToAll(rig, server);
    rig.sockets.latest().drop();
    rig.page.play('offline');
    rig.chat.thread(7).send('kept');
    rig.chat.destroy();
    const next = reopen(rig);
    expect(rows(next.chat)).toContain('[kept]');
    next.sockets.latest().accept();
    await respondToAll(next, server);
    await next.time.advance(3000);
    await respondToAll(next, server);
    expect(rows(next.chat)).toEqual(['hi', 'known', 'kept']);
  });

  it('keeps pending messages for the same user on expiry, not on sign-out or for another user [chat.outbox-owner]', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('mine');
    rig.$state.set({ status: 'signed-out', reason: 'expired' });
    await rig.api.latest(post).respond(errorResponse(401));
    rig.$user.set(null);
    // Clearing the storage during sign-in must not lose it.
    rig.storage.remove('outbox');
    rig.$user.set(me);
    await respondToAll(rig, server);
    await rig.time.advance(3000);
    await respondToAll(rig, server);
    expect(server.messages().map((one) => one.message)).toEqual(['hi', 'mine']);

    rig.page.play('offline');
    rig.chat.thread(7).send('secret');
    rig.$state.set({ status: 'signed-out', reason: 'signed-out' });
    rig.$user.set(null);
    expect(rig.storage.read('outbox') ?? '').not.toContain('secret');
    rig.$user.set({ id: 2 });
    expect(rows(rig.chat).join()).not.toContain('secret');
  });

  it('keeps texts and files in storage through lost responses and reloads, and posts each once [chat.outbox-property]', async () => {
    const happening = fc.record({
      kind: fc.constantFrom('send', 'send file', 'serve', 'serve', 'lose request', 'lose response', 'reload'),
      pick: fc.nat(100),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        const { server, rig: first } = await opened();
        first.chat.thread(7).send('known');
        await respondToAll(first, server);
        const sent = ['hi', 'known'];
        let rig = first;
        for (const { kind, pick } of happenings) {
          const waiting = rig.api.waiting();
          const request = waiting[pick % Math.max(1, waiting.length)];
          if (kind === 'send' || kind === 'send file') {
            const text = `${kind} ${sent.length}`;
            sent.push(text);
            rig.chat.thread(7).send(text, { files: kind === 'send' ? [] : [new File(['x'], 'p.pdf')] });
          } else if (kind === 'reload') rig = await reloaded(rig, server);
          else if (request !== undefined) {
            const response = kind === 'lose request' ? null : server.respond(request);
            await request.respond(kind === 'serve' && response !== null ? response : networkError());
          }
        }
        for (let round = 0; round < 30; round += 1) {
          // The user reloads a chat that failed to load.
          const thread = rig.chat.thread(7);
          if (thread.$state.get().status === 'failed') void thread.reload();
          await respondToAll(rig, server);
          await rig.time.advance(5000);
        }
        expect(server.messages().map((one) => one.message)).toEqual(sent);
        expect(rows(rig.chat)).toEqual(sent);
        for (const one of server.messages())
          expect(one.media).toHaveLength(one.message.startsWith('send file') ? 1 : 0);
        expect(await rig.files.keys()).toEqual([]);
        rig.chat.destroy();
        rig.realtime.destroy();
      }),
      { numRuns: propertyCases(50) },
    );
  });

  it('does not post a message that was discarded in another tab', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('known');
    await respondToAll(rig, server);
    rig.sockets.latest().drop();
    rig.page.play('offline');
    rig.chat.thread(7).send('kept');
    rig.chat.thread(7).send('discarded');
    const tab = rig.reload();
    tab.page.play('offline');
    tab.chat.start();
    tab.chat.thread(7).open();
    const pending = [0, 1, 2, 3].map((index) => tab.chat.thread(7).at(index));
    const found = pending.find((item) => item && isPending(item) && item.text === 'discarded');
    if (found && isPending(found)) tab.chat.thread(7).discard(found.client_id);
    tab.chat.destroy();
    rig.page.play('online');
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'known', 'kept']);
    expect(server.messages().map((one) => one.message)).toEqual(['hi', 'known', 'kept']);
  });

  it('posts its messages when another tab has lost the stored ones', async () => {
    const { server, rig } = await opened();
    rig.chat.thread(7).send('known');
    await respondToAll(rig, server);
    const stored = rig.storage.read('outbox') ?? '';
    rig.sockets.latest().drop();
    rig.page.play('offline');
    rig.chat.thread(7).send('kept');
    rig.storage.write('outbox', stored);
    rig.page.play('online');
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    expect(server.messages().map((one) => one.message)).toEqual(['hi', 'known', 'kept']);
  });

  it('keeps the readable messages when a stored one is invalid', async () => {
    const { rig } = await opened();
    rig.sockets.latest().drop();
    rig.page.play('offline');
    for (const text of ['one', 'two', 'three']) rig.chat.thread(7).send(text);
    rig.chat.destroy();
    const stored = JSON.parse(rig.storage.read('outbox') ?? '');
    stored.entries[1].state = 'of a later version';
    rig.storage.write('outbox', JSON.stringify(stored));
    const next = reopen(rig);
    next.page.play('offline');
    next.chat.thread(7).send('four');
    next.chat.destroy();
    expect(rows(reopen(next).chat).filter((row) => row !== 'hi')).toEqual(['[one]', '[three]', '[four]']);
  });

  it('ignores invalid stored data', async () => {
    const storage = createMemoryStorage();
    for (const garbage of ['{', 'null', '[]', '{"version":2}', '{"version":1,"user_id":9,"entries":[{}]}']) {
      storage.write('outbox', garbage);
      const rig = createRig(storage);
      rig.chat.start();
      expect(rows(rig.chat)).toEqual([]);
      rig.chat.thread(7).send('works');
      expect(rows(rig.chat)).toEqual(['[works]']);
      rig.chat.destroy();
    }
  });
});

it('posts a large photo in a smaller size and under its own name', async () => {
  const { rig } = await opened();
  rig.pictures.side = 8064;
  const photo = new File(['x'.repeat(100)], 'IMG_1.jpg', { type: 'image/jpeg' });
  const drawing = new File(['x'.repeat(100)], 'a.gif', { type: 'image/gif' });
  rig.chat.thread(7).send('', { files: [photo, drawing] });
  await settle();
  const [request] = posts(rig);
  const sent = request?.input.files?.map(({ name, blob }) => [name, blob.type, blob.size]);
  expect(sent).toEqual([
    ['IMG_1.jpg', 'image/jpeg', 1],
    ['a.gif', 'image/gif', 100],
  ]);
});

// Frames that a client sends, and events that it missed: read receipts, typing, moderation, catch-up.
import type { Message } from '@openbell/core/contract';
import { answerLost, answerOk, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createModelServer } from './model-server.ts';
import { chatOf, createRig, me, message, other, type Rig, rows } from './support.ts';

type Server = ReturnType<typeof createModelServer>;

async function answerAll(rig: Rig, server: Server): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    for (const request of rig.api.waiting()) await request.answer(server.answer(request));
    await settle();
  }
  await rig.time.frame();
}

async function opened(texts: readonly string[], pageSize = 50) {
  const server = createModelServer({ pageSize, knowsClientId: true });
  for (const text of texts) server.post(other, text);
  const rig = createRig();
  rig.chat.start();
  const thread = rig.chat.thread(7);
  const close = thread.open();
  rig.sockets.latest().accept();
  await answerAll(rig, server);
  const hear = async (one: Message, isScroll = true): Promise<void> => {
    rig.sockets.latest().deliver({ type: 'WebFetchMessage', user_id: one.sender.id, message: one, isScroll });
    await rig.time.frame();
  };
  return { server, rig, thread, close, hear };
}

const told = (rig: Rig, type: string): unknown[] =>
  rig.sockets
    .latest()
    .sent.map((text) => JSON.parse(text) as { type: string })
    .filter((frame) => frame.type === type);

describe('read receipts', () => {
  it('sends ReadByAll when the end is visible on a visible page, and again for new messages [chat.read-sent]', async () => {
    const { server, rig, thread, hear } = await opened(['one', 'two']);
    const frame = { type: 'ReadByAll', user_id: me.id, chat_id: 7 };
    expect(told(rig, 'ReadByAll')).toEqual([]);
    rig.page.play('hidden');
    thread.setView({ firstId: null, isAtEnd: true });
    expect(told(rig, 'ReadByAll')).toEqual([]);
    rig.page.play('visible');
    expect(told(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: true });
    await rig.time.advance(5000);
    expect(told(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: false });
    await hear(server.post(other, 'three'));
    expect(told(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: true });
    expect(told(rig, 'ReadByAll')).toEqual([frame, frame]);
    await hear(server.post(me, 'my own'));
    expect(told(rig, 'ReadByAll')).toEqual([frame, frame]);
  });
});

describe('typing', () => {
  it('is sent at most every 2 s while the user types, and ended once [chat.typing-sent] [chat.typing-thinned]', async () => {
    const { rig, thread } = await opened([]);
    for (let turn = 0; turn < 50; turn += 1) {
      thread.composer.setText(' '.repeat(turn + 1));
      await rig.time.advance(100);
    }
    thread.composer.setText('');
    thread.composer.setText('');
    const frame = { type: 'WebMeesageTyping', chat_id: 7, user_id: me.id };
    expect(told(rig, 'WebMeesageTyping')).toEqual([
      { ...frame, typing: true },
      { ...frame, typing: true },
      { ...frame, typing: true },
      { ...frame, typing: false },
    ]);
  });
});

describe('WebFetchChat for other devices', () => {
  it('is sent after muting a chat or muting or blocking a user, and not after other actions [chat.fetch-chat-sent]', async () => {
    const { server, rig, thread } = await opened(['one']);
    const id = server.messages()[0]?.id ?? 0;
    const done = async (work: Promise<unknown>, answer: unknown): Promise<number> => {
      for (const request of rig.api.waiting()) await request.answer(answerOk(answer));
      await work;
      return told(rig, 'WebFetchChat').length;
    };
    expect(await done(rig.chat.setMuted(7, true), { message: 'ok' })).toBe(1);
    expect(await done(thread.act(id, 'mute'), { data: chatOf() })).toBe(2);
    expect(await done(thread.act(id, 'unmute'), { data: chatOf() })).toBe(3);
    expect(await done(thread.act(id, 'block'), { data: chatOf() })).toBe(4);
    expect(await done(thread.react(id, '👍'), { data: message(id) })).toBe(4);
    expect(await done(thread.act(id, 'delete'), { data: message(id, { deleted_list: [me.id] }) })).toBe(4);
  });
});

it('an action resolves after the stores are updated, before the next frame', async () => {
  const { server, rig, thread } = await opened(['one', 'two']);
  const [first, second] = server.messages();
  const done = async (work: Promise<unknown>, answer: unknown): Promise<void> => {
    for (const request of rig.api.waiting()) await request.answer(answerOk(answer));
    await work;
  };
  await done(rig.chat.setMuted(7, true), { message: 'ok' });
  expect(rig.chat.$list.get().chats.map(({ mute }) => mute)).toEqual([true]);
  await done(thread.act(first?.id ?? 0, 'delete'), {
    message: 'ok',
    data: { ...first, deleted_list: [me.id] },
  });
  expect(thread.$state.get().length).toBe(1);
  const { revision } = thread.$state.get();
  await done(thread.react(second?.id ?? 0, '👍'), {
    data: { ...second, reactions: [{ emoji: '👍', user: { id: me.id, first_name: me.first_name } }] },
  });
  expect(thread.$state.get().revision).toBeGreaterThan(revision);
});

describe('blocking', () => {
  const third = { id: 3, first_name: 'Nora', dp: null };

  it('merges the returned chat, and blocks other messages and quotes of that user [chat.block-merge]', async () => {
    const { server, rig, thread } = await opened([]);
    const first = server.post(other, 'theirs');
    const { id, message: text, message_type } = first;
    const quote = { id, message: text, message_type, media: [], sender: other } as const;
    server.post(third, 'an answer', null, {
      reply_to: { ...quote, delete_from_everyone: false, is_block: false },
    });
    server.post(third, 'the last one');
    void thread.reload();
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'an answer', 'the last one']);

    const blocking = thread.act(id, 'block');
    await rig.api
      .latest('/web/chat/{messageId}/action')
      .answer(answerOk({ data: chatOf({ messages: [server.messages()[2] as Message] }) }));
    await blocking;
    expect(rows(rig.chat)).toEqual(['', 'an answer', 'the last one']);
    expect(thread.at(0)).toMatchObject({ is_block: true, message: '' });
    expect(thread.at(1)).toMatchObject({ is_block: false, reply_to: { message: '', is_block: true } });

    const unblocking = thread.act(id, 'unblock');
    await rig.api.latest('/web/chat/{messageId}/action').answer(answerOk({ data: chatOf() }));
    await unblocking;
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'an answer', 'the last one']);
    expect(thread.at(1)).toMatchObject({ reply_to: { message: 'theirs', is_block: false } });
  });
});

describe('WebMarkUser events', () => {
  const mark = async (rig: Rig, parts: object): Promise<void> => {
    rig.sockets.latest().deliver({ type: 'WebMarkUser', user_id: other.id, is_mute: false, ...parts });
    await rig.time.frame();
  };

  it("clear a blocked user's messages and quotes, and restore them on unblock [chat.mark-heard]", async () => {
    const { server, rig, thread } = await opened([]);
    const { id, message: text, message_type } = server.post(other, 'theirs');
    const reply_to = { id, message: text, message_type, media: [], sender: other } as const;
    server.post(me, 'mine', null, {
      reply_to: { ...reply_to, delete_from_everyone: false, is_block: false },
    });
    void thread.reload();
    await answerAll(rig, server);
    const changes: unknown[] = [];
    thread.onChange((...change) => changes.push(change));

    await mark(rig, { is_mute: true, is_block: false });
    expect(thread.at(0)).toMatchObject({ message: 'theirs', is_mute: true, is_block: false });
    await mark(rig, { is_block: true });
    expect(thread.at(0)).toMatchObject({ message: '', is_mute: false, is_block: true });
    expect(thread.at(1)).toMatchObject({ message: 'mine', reply_to: { message: '', is_block: true } });
    const before = changes.length;
    await mark(rig, { is_block: true });
    expect(changes).toHaveLength(before);

    await mark(rig, { is_block: false });
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'mine']);
    expect(thread.at(1)).toMatchObject({ reply_to: { message: 'theirs', is_block: false } });
    expect(told(rig, 'WebFetchChat')).toEqual([]);
  });

  it('a page requested before the block does not restore the text [chat.mark-heard]', async () => {
    const { server, rig, thread } = await opened(['theirs']);
    void thread.reload();
    await settle();
    const request = rig.api.latest('/web/chat/{id}');
    const answer = server.answer(request);
    await mark(rig, { is_block: true });
    await request.answer(answer);
    await settle();
    expect(thread.at(0)).toMatchObject({ message: '', is_block: true });
  });

  it('a block applies to every loaded chat [chat.mark-everywhere]', async () => {
    const { server, rig, thread } = await opened(['theirs']);
    const second = rig.chat.thread(8);
    second.open();
    const elsewhere = message(5000, { chat_id: 8, message: 'theirs elsewhere' });
    await rig.api
      .latest('/web/chat/{id}')
      .answer(answerOk({ data: chatOf({ id: 8, first_message_id: -1, messages: [elsewhere] }) }));
    await rig.time.frame();
    const blocking = thread.act(server.messages()[0]?.id ?? 0, 'block');
    await rig.api.latest('/web/chat/{messageId}/action').answer(answerOk({ data: chatOf() }));
    await blocking;
    expect(rows(rig.chat)).toEqual(['']);
    expect(rows(rig.chat, 8)).toEqual(['']);
  });
});

describe('catch-up', () => {
  it('fetches newer messages by min_id after a reconnect, and reloads the visible page [chat.catch-up]', async () => {
    const { server, rig, thread, hear } = await opened(['one', 'two', 'three']);
    const ids = server.messages().map(({ id }) => id);
    thread.setView({ firstId: ids[0] ?? null, isAtEnd: true });
    rig.sockets.latest().drop();
    const reactions = [{ emoji: '👍', user: { id: 2, first_name: 'Grace' } }];
    server.change(ids[0] ?? 0, { reactions });
    server.change(ids[1] ?? 0, { delete_from_everyone: true, message: '' });
    server.change(ids[2] ?? 0, { delivered_to_all: true, seen_by_all: true });
    for (const text of ['four', 'five']) server.post(other, text);
    await rig.time.advance(3000);
    const asked = rig.api.requests.length;
    rig.sockets.latest().accept();
    // A live frame arrives before the response, and must not be shown twice.
    await hear(server.messages().at(-1) as Message);
    await answerAll(rig, server);
    const queries = rig.api.requests.slice(asked).filter(({ path }) => path === '/web/chat/{id}');
    expect(queries[0]?.input.query).toEqual({ min_id: ids[2] });
    expect(rows(rig.chat)).toEqual(['one', '', 'three', 'four', 'five']);
    expect(thread.at(0)).toMatchObject({ reactions });
    expect(thread.at(1)).toMatchObject({ delete_from_everyone: true });
    expect(thread.at(2)).toMatchObject({ seen_by_all: true });
  });

  it('fills a gap of more than one page with /more [chat.gap]', async () => {
    const { server, rig } = await opened(['one', 'two'], 3);
    rig.sockets.latest().drop();
    for (let index = 0; index < 10; index += 1) server.post(other, `missed ${index}`);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(server.messages().map((one) => one.message));
    expect(rig.api.requests.some(({ path }) => path === '/web/chat/{id}/more')).toBe(true);
  });

  it('a post confirmed while the socket is down does not hide earlier messages of others [chat.catch-up]', async () => {
    const { server, rig, thread } = await opened(['one', 'two']);
    const newest = server.messages().at(-1)?.id;
    thread.composer.setText('mine');
    thread.composer.submit();
    await settle();
    const posted = rig.api.latest('/web/chat/{id}');
    expect(posted.method).toBe('POST');
    rig.sockets.latest().drop();
    server.post(other, 'three');
    await posted.answer(server.answer(posted));
    await rig.time.frame();
    expect(rows(rig.chat)).toEqual(['one', 'two', 'mine']);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await settle();
    expect(rig.api.latest('/web/chat/{id}').input.query).toEqual({ min_id: newest });
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two', 'three', 'mine']);
  });

  it('fills a gap later when the first attempt on opening fails [chat.gap]', async () => {
    const first = await opened(['one', 'two'], 3);
    await first.rig.time.advance(60_000);
    for (let index = 0; index < 4; index += 1) first.server.post(other, `missed ${index}`);
    const rig = first.rig.reload();
    rig.chat.start();
    rig.sockets.latest().accept();
    await settle();
    rig.chat.thread(7).open();
    await settle();
    // The newest page loads, but the one before it is lost.
    for (let turn = 0; turn < 10; turn += 1) {
      for (const request of rig.api.waiting())
        await request.answer(request.path.endsWith('/more') ? answerLost() : first.server.answer(request));
      await settle();
    }
    await rig.time.frame();
    expect(rig.api.requests.some(({ path }) => path === '/web/chat/{id}/more')).toBe(true);
    await rig.time.advance(3000);
    await answerAll(rig, first.server);
    expect(rows(rig.chat)).toEqual(first.server.messages().map((one) => one.message));
  });

  it('drops an outdated cache instead of showing it with a gap [chat.gap]', async () => {
    const first = await opened(['one', 'two'], 3);
    await first.rig.time.advance(60_000);
    for (let index = 0; index < 20; index += 1) first.server.post(other, `missed ${index}`);
    const rig = first.rig.reload();
    rig.chat.start();
    const thread = rig.chat.thread(7);
    thread.open();
    rig.sockets.latest().accept();
    await answerAll(rig, first.server);
    const all = first.server.messages().map((one) => one.message);
    const shown = rows(rig.chat);
    expect(shown.length).toBeLessThan(all.length);
    expect(shown).toEqual(all.slice(-shown.length));
    // Dropped messages can be loaded again.
    for (let turn = 0; thread.$state.get().hasOlder && turn < all.length; turn += 1) {
      void thread.loadOlder();
      await answerAll(rig, first.server);
    }
    expect(rows(rig.chat)).toEqual(all);
  });

  /** Eight messages in two loaded pages, with the first one visible. */
  async function twoPages() {
    const all = await opened(['1', '2', '3', '4', '5', '6', '7', '8'], 4);
    void all.thread.loadOlder();
    await answerAll(all.rig, all.server);
    const ids = all.server.messages().map(({ id }) => id);
    all.thread.setView({ firstId: ids[0] ?? null, isAtEnd: false });
    const olderAsked = (): number =>
      all.rig.api.requests.filter(({ path }) => path === '/web/chat/{id}/more').length;
    return { ...all, firstId: ids[0] ?? 0, newestId: ids.at(-1) ?? 0, olderAsked };
  }

  it('fetches missed receipts with the visible page, even if the newest message was deleted [chat.catch-up] [chat.ticks-forward]', async () => {
    const { server, rig, thread, hear, firstId, newestId, olderAsked } = await twoPages();
    rig.sockets.latest().drop();
    server.change(firstId, { delivered_to_all: true, seen_by_all: true });
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await hear(server.change(newestId, { deleted_list: [me.id] }), false);
    await answerAll(rig, server);
    expect(rows(rig.chat)).toHaveLength(7);
    expect(thread.at(0)).toMatchObject({ id: firstId, delivered_to_all: true, seen_by_all: true });
    // Scrolling there again sends no request.
    const asked = olderAsked();
    thread.setView({ firstId, isAtEnd: false });
    await answerAll(rig, server);
    expect(olderAsked()).toBe(asked);
  });

  it('reloads the visible page again when the connection drops during the reload [chat.catch-up]', async () => {
    const { server, rig, thread, firstId } = await twoPages();
    thread.setView({ firstId: null, isAtEnd: true });
    rig.sockets.latest().drop();
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await answerAll(rig, server);
    thread.setView({ firstId, isAtEnd: false });
    await settle();
    const reading = rig.api.latest('/web/chat/{id}/more');
    const before = server.answer(reading);
    rig.sockets.latest().drop();
    server.change(firstId, { delivered_to_all: true, seen_by_all: true });
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await settle();
    const catching = rig.api.latest('/web/chat/{id}');
    await catching.answer(server.answer(catching));
    await settle();
    await reading.answer(before);
    await answerAll(rig, server);
    expect(thread.at(0)).toMatchObject({ id: firstId, seen_by_all: true });
  });

  it('an unblock received while the chat is closed reloads every page once [chat.mark-heard]', async () => {
    const { server, rig, thread, close, firstId, olderAsked } = await twoPages();
    const mark = (is_block: boolean): void =>
      rig.sockets.latest().deliver({ type: 'WebMarkUser', user_id: other.id, is_mute: false, is_block });
    close();
    mark(true);
    expect(rows(rig.chat)).toEqual(Array(8).fill(''));
    mark(false);
    thread.open();
    thread.setView({ firstId, isAtEnd: false });
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(server.messages().map((one) => one.message));
    const asked = olderAsked();
    thread.setView({ firstId, isAtEnd: false });
    await answerAll(rig, server);
    expect(olderAsked()).toBe(asked);
  });

  it.each(['watched', 'closed'])(
    'reloads an older page that is pending when an unblock arrives in a %s chat [chat.mark-heard]',
    async (chat) => {
      const texts = ['1', '2', '3', '4', '5', '6', '7', '8'];
      const { server, rig, thread, close } = await opened(texts, 4);
      const mark = (is_block: boolean): void =>
        rig.sockets.latest().deliver({ type: 'WebMarkUser', user_id: other.id, is_mute: false, is_block });
      mark(true);
      const firstId = server.messages()[0]?.id ?? 0;
      server.change(firstId, { message: '', is_block: true });
      void thread.loadOlder();
      await settle();
      const asked = rig.api.latest('/web/chat/{id}/more');
      const early = server.answer(asked);
      if (chat === 'closed') close();
      server.change(firstId, { message: '1', is_block: false });
      mark(false);
      if (chat === 'closed') thread.open();
      thread.setView({ firstId: null, isAtEnd: true });
      await settle();
      for (const request of rig.api.waiting().filter((one) => one !== asked))
        await request.answer(server.answer(request));
      await asked.answer(early);
      await answerAll(rig, server);
      thread.setView({ firstId, isAtEnd: false });
      await answerAll(rig, server);
      expect(rows(rig.chat)).toEqual(texts);
    },
  );

  it('an empty messages list in the chat list keeps loaded and cached messages [chat.list-without-messages]', async () => {
    const { server, rig } = await opened(['one', 'two']);
    void rig.chat.loadList();
    await answerAll(rig, server);
    rig.sockets.latest().deliver({ type: 'WebFetchChat' });
    await answerAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two']);
    await rig.time.advance(5000);
    rig.chat.destroy();
    const next = rig.reload();
    next.chat.start();
    next.chat.thread(7).open();
    await next.time.frame();
    expect(rows(next.chat)).toEqual(['one', 'two']);
  });

  it('caches the newest 50 messages of a chat, and can load older ones at the next visit', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`);
    const { server, rig } = await opened(texts, 100);
    expect(rows(rig.chat)).toEqual(texts);
    await rig.time.advance(5000);
    rig.chat.destroy();
    const next = rig.reload();
    next.chat.start();
    const thread = next.chat.thread(7);
    thread.open();
    await next.time.frame();
    expect(rows(next.chat)).toEqual(texts.slice(10));
    await answerAll(next, server);
    void thread.loadOlder();
    await answerAll(next, server);
    expect(rows(next.chat)).toEqual(texts);
  });
});

import type { Message } from '@openbell/core/contract';
import { errorResponse, networkError, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { markFrame, openThread, reopen, respondToAll } from '../open-thread.ts';
import { me, other, rows } from '../support.ts';

describe('catch-up', () => {
  it('fetches newer messages by min_id after a reconnect, and reloads the visible page [chat.catch-up]', async () => {
    const { server, rig, thread, receive } = await openThread(['one', 'two', 'three']);
    const ids = server.messages().map(({ id }) => id);
    thread.setView({ firstId: ids[0] ?? null, isAtEnd: true });
    rig.sockets.latest().drop();
    const reactions = [{ emoji: '👍', user: { id: 2, first_name: 'Grace' } }];
    server.change(ids[0] ?? 0, { reactions });
    server.change(ids[1] ?? 0, { delete_from_everyone: true, message: '' });
    server.change(ids[2] ?? 0, { delivered_to_all: true, seen_by_all: true });
    for (const text of ['four', 'five']) server.post(other, text);
    await rig.time.advance(3000);
    const before = rig.api.requests.length;
    rig.sockets.latest().accept();
    // A live frame arrives before the response, and must not be shown twice.
    await receive(server.messages().at(-1) as Message);
    await respondToAll(rig, server);
    const queries = rig.api.requests.slice(before).filter(({ path }) => path === '/web/chat/{id}');
    expect(queries[0]?.input.query).toEqual({ min_id: ids[2] });
    expect(rows(rig.chat)).toEqual(['one', '', 'three', 'four', 'five']);
    expect(thread.at(0)).toMatchObject({ reactions });
    expect(thread.at(1)).toMatchObject({ delete_from_everyone: true });
    expect(thread.at(2)).toMatchObject({ seen_by_all: true });
  });

  it('fills a gap of more than one page with /more [chat.gap]', async () => {
    const { server, rig } = await openThread(['one', 'two'], 3);
    rig.sockets.latest().drop();
    for (let index = 0; index < 10; index += 1) server.post(other, `missed ${index}`);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(server.messages().map((one) => one.message));
    expect(rig.api.requests.some(({ path }) => path === '/web/chat/{id}/more')).toBe(true);
  });

  it('a post confirmed while the socket is down does not hide earlier messages of others [chat.catch-up]', async () => {
    const { server, rig, thread } = await openThread(['one', 'two']);
    const newest = server.messages().at(-1)?.id;
    thread.composer.setText('mine');
    thread.composer.submit();
    await settle();
    const posted = rig.api.latest('/web/chat/{id}');
    expect(posted.method).toBe('POST');
    rig.sockets.latest().drop();
    server.post(other, 'three');
    await posted.respond(server.respond(posted));
    await rig.time.frame();
    expect(rows(rig.chat)).toEqual(['one', 'two', 'mine']);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await settle();
    expect(rig.api.latest('/web/chat/{id}').input.query).toEqual({ min_id: newest });
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two', 'three', 'mine']);
  });

  it('fills a gap later when the first attempt on opening fails [chat.gap]', async () => {
    const first = await openThread(['one', 'two'], 3);
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
        await request.respond(
          request.path.endsWith('/more') ? networkError() : first.server.respond(request),
        );
      await settle();
    }
    await rig.time.frame();
    expect(rig.api.requests.some(({ path }) => path === '/web/chat/{id}/more')).toBe(true);
    await rig.time.advance(3000);
    await respondToAll(rig, first.server);
    expect(rows(rig.chat)).toEqual(first.server.messages().map((one) => one.message));
  });

  it('drops the messages before a gap that the server refuses to fill, and loads them on demand [chat.gap]', async () => {
    const { server, rig, thread } = await openThread(['one', 'two'], 3);
    rig.sockets.latest().drop();
    for (let index = 0; index < 5; index += 1) server.post(other, `missed ${index}`);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await settle();
    const newest = rig.api.latest('/web/chat/{id}');
    await newest.respond(server.respond(newest));
    await rig.api.latest('/web/chat/{id}/more').refuse(404);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['missed 2', 'missed 3', 'missed 4']);
    expect(thread.$state.get()).toMatchObject({ status: 'ready', hasOlder: true });
    for (let page = 0; page < 2; page += 1) {
      void thread.loadOlder();
      await respondToAll(rig, server);
    }
    expect(rows(rig.chat)).toEqual(server.messages().map((one) => one.message));
  });

  it('drops an outdated cache instead of showing it with a gap [chat.gap]', async () => {
    const first = await openThread(['one', 'two'], 3);
    await first.rig.time.advance(60_000);
    for (let index = 0; index < 20; index += 1) first.server.post(other, `missed ${index}`);
    const rig = reopen(first.rig);
    const thread = rig.chat.thread(7);
    rig.sockets.latest().accept();
    await respondToAll(rig, first.server);
    const all = first.server.messages().map((one) => one.message);
    const shown = rows(rig.chat);
    expect(shown.length).toBeLessThan(all.length);
    expect(shown).toEqual(all.slice(-shown.length));
    // Dropped messages can be loaded again.
    for (let turn = 0; thread.$state.get().hasOlder && turn < all.length; turn += 1) {
      void thread.loadOlder();
      await respondToAll(rig, first.server);
    }
    expect(rows(rig.chat)).toEqual(all);
  });

  /** A thread whose catch-up is pending: two messages arrived while the socket was down. */
  async function missedTwo() {
    const all = await openThread(['one', 'two']);
    const { server, rig } = all;
    rig.sockets.latest().drop();
    for (const text of ['three', 'four']) server.post(other, text);
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await settle();
    const catchUp = rig.api.latest('/web/chat/{id}');
    expect(catchUp.input.query?.min_id).toBeDefined();
    const reads = (): number => rig.api.requests.filter(({ path }) => path === '/web/chat/{id}').length;
    return { ...all, catchUp, reads };
  }

  it('repeats a throttled catch-up after the wait of the server [chat.catch-up-refused]', async () => {
    const { server, rig, thread, catchUp, reads } = await missedTwo();
    await catchUp.refuse(429, { retryAfter: 60 });
    await respondToAll(rig, server);
    const count = reads();
    await rig.time.advance(59_999);
    expect(reads()).toBe(count);
    await rig.time.advance(1);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two', 'three', 'four']);
    expect(thread.$state.get().status).toBe('ready');
  });

  it('does not repeat a throttled catch-up at once when the wait is 0 [chat.catch-up-refused]', async () => {
    const { rig, catchUp, reads } = await missedTwo();
    await catchUp.refuse(429, { retryAfter: 0 });
    const count = reads();
    await rig.time.advance(2999);
    expect(reads()).toBe(count);
    await rig.time.advance(1);
    expect(reads()).toBe(count + 1);
  });

  it('loads the newest page when the server refuses `min_id` [chat.catch-up-refused]', async () => {
    const { server, rig, catchUp } = await missedTwo();
    await catchUp.refuse(404);
    expect(rig.api.latest('/web/chat/{id}').input.query?.min_id).toBeUndefined();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('shows that a chat is missing, until the server returns it again [chat.catch-up-refused]', async () => {
    const { server, rig, thread, catchUp, reads } = await missedTwo();
    await catchUp.refuse(404);
    await rig.api.latest('/web/chat/{id}').respond(errorResponse(404));
    await respondToAll(rig, server);
    expect(thread.$state.get().status).toBe('missing');
    const count = reads();
    await rig.time.advance(60_000);
    expect(reads()).toBe(count);
    rig.sockets.latest().drop();
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two', 'three', 'four']);
    expect(thread.$state.get().status).toBe('ready');
  });

  /** Eight messages in two loaded pages, with the first one visible. */
  async function twoPages() {
    const all = await openThread(['1', '2', '3', '4', '5', '6', '7', '8'], 4);
    void all.thread.loadOlder();
    await respondToAll(all.rig, all.server);
    const ids = all.server.messages().map(({ id }) => id);
    all.thread.setView({ firstId: ids[0] ?? null, isAtEnd: false });
    const olderRequests = (): number =>
      all.rig.api.requests.filter(({ path }) => path === '/web/chat/{id}/more').length;
    /** Connects again and answers the catch-up, after which the visible page is requested. */
    const reconnect = async (): Promise<void> => {
      await all.rig.time.advance(3000);
      all.rig.sockets.latest().accept();
      await settle();
      const catchingUp = all.rig.api.latest('/web/chat/{id}');
      await catchingUp.respond(all.server.respond(catchingUp));
      await settle();
    };
    return { ...all, firstId: ids[0] ?? 0, newestId: ids.at(-1) ?? 0, olderRequests, reconnect };
  }

  it('fetches missed receipts with the visible page, even if the newest message was deleted [chat.catch-up] [chat.ticks-forward]', async () => {
    const { server, rig, thread, receive, firstId, newestId, olderRequests } = await twoPages();
    rig.sockets.latest().drop();
    server.change(firstId, { delivered_to_all: true, seen_by_all: true });
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await receive(server.change(newestId, { deleted_list: [me.id] }), false);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toHaveLength(7);
    expect(thread.at(0)).toMatchObject({ id: firstId, delivered_to_all: true, seen_by_all: true });
    // Scrolling there again sends no request.
    const count = olderRequests();
    thread.setView({ firstId, isAtEnd: false });
    await respondToAll(rig, server);
    expect(olderRequests()).toBe(count);
  });

  it('reloads the visible page again when the connection drops during the reload [chat.catch-up]', async () => {
    const { server, rig, thread, firstId, reconnect } = await twoPages();
    thread.setView({ firstId: null, isAtEnd: true });
    rig.sockets.latest().drop();
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    await respondToAll(rig, server);
    thread.setView({ firstId, isAtEnd: false });
    await settle();
    const reading = rig.api.latest('/web/chat/{id}/more');
    const before = server.respond(reading);
    rig.sockets.latest().drop();
    server.change(firstId, { delivered_to_all: true, seen_by_all: true });
    await reconnect();
    await reading.respond(before);
    await respondToAll(rig, server);
    expect(thread.at(0)).toMatchObject({ id: firstId, seen_by_all: true });
  });

  it('repeats a failed reload of the visible page, and waits as long as the server says [chat.catch-up]', async () => {
    const { server, rig, thread, firstId, olderRequests, reconnect } = await twoPages();
    rig.sockets.latest().drop();
    server.change(firstId, { delete_from_everyone: true, message: '' });
    await reconnect();
    await rig.api.latest('/web/chat/{id}/more').refuse(429, { retryAfter: 20 });
    const count = olderRequests();
    await rig.time.advance(19_999);
    expect(olderRequests()).toBe(count);
    await rig.time.advance(1);
    await rig.api.latest('/web/chat/{id}/more').lose();
    await rig.time.advance(6000);
    await respondToAll(rig, server);
    expect(thread.at(0)).toMatchObject({ id: firstId, delete_from_everyone: true });
  });

  it('an unblock received while the chat is closed reloads every page once [chat.mark-other-device]', async () => {
    const { server, rig, thread, close, firstId, olderRequests } = await twoPages();
    const mark = (is_block: boolean): void => rig.sockets.latest().deliver(markFrame({ is_block }));
    close();
    mark(true);
    expect(rows(rig.chat)).toEqual(Array(8).fill(''));
    mark(false);
    thread.open();
    thread.setView({ firstId, isAtEnd: false });
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(server.messages().map((one) => one.message));
    const count = olderRequests();
    thread.setView({ firstId, isAtEnd: false });
    await respondToAll(rig, server);
    expect(olderRequests()).toBe(count);
  });

  it.each(['watched', 'closed'])(
    'reloads an older page that is pending when an unblock arrives in a %s chat [chat.mark-other-device]',
    async (chat) => {
      const texts = ['1', '2', '3', '4', '5', '6', '7', '8'];
      const { server, rig, thread, close } = await openThread(texts, 4);
      const mark = (is_block: boolean): void => rig.sockets.latest().deliver(markFrame({ is_block }));
      mark(true);
      const firstId = server.messages()[0]?.id ?? 0;
      server.change(firstId, { message: '', is_block: true });
      void thread.loadOlder();
      await settle();
      const pending = rig.api.latest('/web/chat/{id}/more');
      const early = server.respond(pending);
      if (chat === 'closed') close();
      server.change(firstId, { message: '1', is_block: false });
      mark(false);
      if (chat === 'closed') thread.open();
      thread.setView({ firstId: null, isAtEnd: true });
      await settle();
      for (const request of rig.api.waiting().filter((one) => one !== pending))
        await request.respond(server.respond(request));
      await pending.respond(early);
      await respondToAll(rig, server);
      thread.setView({ firstId, isAtEnd: false });
      await respondToAll(rig, server);
      expect(rows(rig.chat)).toEqual(texts);
    },
  );

  it('an empty messages list in the chat list keeps loaded and cached messages [chat.list-without-messages]', async () => {
    const { server, rig } = await openThread(['one', 'two']);
    void rig.chat.loadList();
    await respondToAll(rig, server);
    rig.sockets.latest().deliver({ type: 'WebFetchChat' });
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['one', 'two']);
    await rig.time.advance(5000);
    rig.chat.destroy();
    const next = reopen(rig);
    await next.time.frame();
    expect(rows(next.chat)).toEqual(['one', 'two']);
  });

  it('caches the newest 50 messages of a chat, and can load older ones at the next visit', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`);
    const { server, rig } = await openThread(texts, 100);
    expect(rows(rig.chat)).toEqual(texts);
    await rig.time.advance(5000);
    rig.chat.destroy();
    const next = reopen(rig);
    const thread = next.chat.thread(7);
    await next.time.frame();
    expect(rows(next.chat)).toEqual(texts.slice(10));
    await respondToAll(next, server);
    void thread.loadOlder();
    await respondToAll(next, server);
    expect(rows(next.chat)).toEqual(texts);
  });
});

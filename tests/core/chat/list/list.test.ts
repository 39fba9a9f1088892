import { createMemoryStorage, okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { readCachedThreads, writeCachedThreads } from '../../../../packages/core/src/chat/list/cache.ts';
import { framesSent } from '../open-thread.ts';
import { chatOf, createRig, me, message, messageFrame } from '../support.ts';

describe('chat list', () => {
  async function listed() {
    const rig = createRig();
    const last_msg = (message: string, created_at: string) => ({ message, created_at, message_type: 'TXT' });
    const data = [
      chatOf({ id: 8, last_msg: last_msg('b', '2026-11-20T10:00:00.000Z') }),
      chatOf({ id: 7, last_msg: last_msg('a', '2026-11-19T10:00:00.000Z') }),
    ];
    rig.api.script('/web/chats', () => okResponse({ data }));
    rig.chat.start();
    rig.sockets.latest().accept();
    await rig.time.frame();
    return rig;
  }

  it('a new message moves its chat to the top, and updates its text and unread count once [chat.list-row]', async () => {
    const rig = await listed();
    rig.sockets.latest().deliver(messageFrame(message(50)));
    rig.sockets.latest().deliver(messageFrame(message(50)));
    rig.sockets.latest().deliver(messageFrame(message(51, { sender: me })));
    await rig.time.frame();
    const [top] = rig.chat.$list.get().chats;
    expect(top).toMatchObject({ id: 7, unread_count: 1, last_msg: { message: 'text 51' } });
  });

  it('shows typing for 3 s, or until a message of that user arrives [chat.typing-list]', async () => {
    const rig = await listed();
    const isTyping = (): boolean | undefined =>
      rig.chat.$list.get().chats.find(({ id }) => id === 7)?.isTyping;
    rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    await rig.time.frame();
    expect(isTyping()).toBe(true);
    rig.sockets.latest().deliver(messageFrame(message(50)));
    await rig.time.frame();
    expect(isTyping()).toBe(false);
    rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    await rig.time.advance(3000);
    await rig.time.frame();
    expect(isTyping()).toBe(false);
  });

  it('ends typing within 3 s when the clock is set back [chat.typing-list]', async () => {
    const rig = await listed();
    const typingIds = (): number[] =>
      rig.chat.$list.get().chats.flatMap(({ id, isTyping }) => (isTyping ? [id] : []));
    const type = (chat_id: number): void =>
      rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id, user_id: 2, typing: true });
    type(7);
    await rig.time.frame();
    rig.time.jump(-3_600_000);
    type(8);
    await rig.time.frame();
    expect(typingIds()).toEqual([8]);
    await rig.time.advance(3000);
    await rig.time.frame();
    expect(typingIds()).toEqual([]);
    type(7);
    rig.time.jump(-3_600_000);
    await rig.time.advance(3000);
    await rig.time.frame();
    expect(typingIds()).toEqual([]);
  });

  it('reports typing again after the clock was set back', async () => {
    const rig = await listed();
    const { composer } = rig.chat.thread(7);
    const reported = (): number => framesSent(rig, 'WebMeesageTyping').length;
    composer.setText('a');
    composer.setText('ab');
    expect(reported()).toBe(1);
    rig.time.jump(-3_600_000);
    composer.setText('abc');
    expect(reported()).toBe(2);
  });

  it('a burst of list updates reloads the list at once, then once per second', async () => {
    const rig = createRig();
    rig.api.script('/web/chats', () => okResponse({ data: [chatOf()] }));
    rig.chat.start();
    rig.sockets.latest().accept();
    await rig.time.advance(5000);
    const requestCount = (): number => rig.api.requests.filter(({ path }) => path === '/web/chats').length;
    const before = requestCount();
    for (let index = 0; index < 30; index += 1) {
      rig.sockets.latest().deliver({ type: 'WebFetchChat' });
      await rig.time.advance(100);
    }
    // At once, and after each of the three seconds.
    expect(requestCount() - before).toBe(4);
    await rig.time.advance(5000);
    expect(requestCount() - before).toBe(4);
  });

  it('reloads the list within a second after the clock was set back', async () => {
    const rig = await listed();
    await rig.time.advance(5000);
    const requestCount = (): number => rig.api.requests.filter(({ path }) => path === '/web/chats').length;
    const before = requestCount();
    rig.sockets.latest().deliver({ type: 'WebFetchChat' });
    await rig.time.advance(0);
    rig.time.jump(-3_600_000);
    rig.sockets.latest().deliver({ type: 'WebFetchChat' });
    await rig.time.advance(1000);
    expect(requestCount() - before).toBe(2);
  });

  it('loads a list that failed after a reconnect again, until the chat is stopped [chat.list-retry]', async () => {
    const rig = createRig();
    const stop = rig.chat.start();
    rig.sockets.latest().accept();
    await rig.api.latest('/web/chats').succeed({ data: [chatOf({ unread_count: 1 })] });
    rig.sockets.latest().drop();
    await rig.time.advance(3000);
    rig.sockets.latest().accept();
    const tries = (): number => rig.api.requests.filter(({ path }) => path === '/web/chats').length;
    await rig.api.latest('/web/chats').refuse(503);
    expect(tries()).toBe(2);
    await rig.time.advance(5000);
    await rig.api.latest('/web/chats').succeed({ data: [chatOf({ unread_count: 4 })] });
    expect(rig.chat.$list.get()).toMatchObject({ status: 'ready', chats: [{ unread_count: 4 }] });
    await rig.time.advance(600_000);
    expect(tries()).toBe(3);
    rig.sockets.latest().deliver({ type: 'WebFetchChat' });
    await rig.api.latest('/web/chats').lose();
    stop();
    await rig.time.advance(600_000);
    expect(tries()).toBe(4);
  });

  it('a list that never loaded is failed until it loads, by a retry or by the user [chat.list-retry]', async () => {
    const rig = createRig();
    const statuses: string[] = [];
    rig.chat.start();
    rig.chat.$list.subscribe(({ status }) => {
      if (statuses.at(-1) !== status) statuses.push(status);
    });
    await rig.api.latest('/web/chats').refuse(429, { retryAfter: 30 });
    rig.page.play('online');
    await rig.time.advance(29_999);
    expect(rig.api.requests).toHaveLength(1);
    await rig.time.advance(1);
    await rig.api.latest('/web/chats').refuse(503);
    expect(statuses).toEqual(['loading', 'failed']);
    void rig.chat.loadList();
    await rig.api.latest('/web/chats').succeed({ data: [chatOf()] });
    expect(statuses).toEqual(['loading', 'failed', 'loading', 'ready']);
    await rig.time.advance(600_000);
    expect(rig.api.requests).toHaveLength(3);
  });

  it('does not load a refused list again [chat.list-retry]', async () => {
    const rig = createRig();
    rig.chat.start();
    await rig.api.latest('/web/chats').refuse(403);
    await rig.time.advance(600_000);
    expect(rig.api.requests).toHaveLength(1);
    expect(rig.chat.$list.get().status).toBe('failed');
  });

  it('publishes a burst of messages once, in the next frame [chat.one-frame]', async () => {
    const rig = await listed();
    let published = 0;
    rig.chat.$list.listen(() => {
      published += 1;
    });
    for (let id = 100; id < 200; id += 1) rig.sockets.latest().deliver(messageFrame(message(id)));
    expect(published).toBe(0);
    await rig.time.frame();
    expect(published).toBe(1);
    expect(rig.chat.$list.get().chats[0]?.unread_count).toBe(100);
  });

  it('caches the other chats when one is too large for the cache [chat.caches]', () => {
    const slot = { storage: createMemoryStorage(), key: 'threads', userId: me.id };
    const thread = (id: number, used_at: number, text: string) => ({
      id,
      used_at,
      first_message_id: -1,
      messages: [message(id, { chat_id: id, message: text })],
    });
    writeCachedThreads(
      slot,
      [thread(1, 1, 'small'), thread(2, 2, 'x'.repeat(5000)), thread(3, 3, 'new')],
      4000,
    );
    expect(readCachedThreads(slot).map(({ id }) => id)).toEqual([3, 1]);
  });

  it('saves caches with a delay and restores them at the next visit of the same user [chat.caches]', async () => {
    const rig = await listed();
    expect(rig.storage.read('chatList')).toBeNull();
    await rig.time.advance(1000);
    expect(rig.storage.read('chatList')).toContain('Scalpers');
    rig.chat.destroy();
    const next = rig.reload();
    next.chat.start();
    expect(next.chat.$list.get().chats).toHaveLength(2);
    next.$user.set({ id: 2 });
    expect(next.chat.$list.get().chats).toHaveLength(0);
    expect(next.storage.read('chatList')).toBeNull();
  });
});

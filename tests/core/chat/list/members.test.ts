import type { ChatMember } from '@openbell/core/contract';
import { errorResponse, okResponse, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { chatOf, createRig, message, messageFrame, type Rig } from '../support.ts';

const SIZE = 120;
const all: readonly ChatMember[] = Array.from({ length: SIZE }, (_, index) => ({
  user_id: index + 1,
  user: { id: index + 1, first_name: `Member${index + 1}`, dp: null },
}));
const large = chatOf({ users: all.slice(0, 50), users_count: SIZE });

/** An open thread of a large chat. `asked` has the queries for users. */
async function openLarge() {
  const rig = createRig();
  const userQueries: (readonly [q: unknown, page: unknown])[] = [];
  rig.api.script('/web/chats', () => okResponse({ data: [large] }));
  rig.api.script('/web/chat/{id}', () => okResponse({ data: large }));
  rig.api.script('/web/chat/{id}/users', ({ input }) => {
    const { q, page } = input.query as { q?: string; page: number };
    userQueries.push([q, page]);
    const found = all.filter(({ user }) => user.first_name.includes(q ?? ''));
    return okResponse({
      data: found.slice((page - 1) * 50, page * 50),
      last_page: Math.ceil(found.length / 50),
    });
  });
  rig.chat.start();
  const thread = rig.chat.thread(7);
  thread.open();
  rig.sockets.latest().accept();
  await settled(rig);
  return { rig, thread, userQueries, users: () => thread.$state.get().chat?.users ?? [] };
}

async function settled(rig: Rig): Promise<void> {
  await settle();
  await rig.time.frame();
}

describe('the members of a large chat', () => {
  it('are loaded on request, page by page, until all are known [chat.users-more]', async () => {
    const { thread, users, userQueries } = await openLarge();
    expect([users().length, userQueries]).toEqual([50, []]);
    expect(await thread.loadMoreUsers()).toMatchObject({ ok: true });
    expect(users()).toEqual(all.slice(0, 100));
    await thread.loadMoreUsers();
    expect(users()).toEqual(all);
    expect(userQueries.map(([, page]) => page)).toEqual([1, 2, 3]);
    expect(thread.$state.get().chat?.users_count).toBe(SIZE);
  });

  it('are kept when the list is loaded again, unless their number has changed', async () => {
    const { rig, thread, users } = await openLarge();
    await thread.loadMoreUsers();
    await rig.chat.loadList();
    await settled(rig);
    expect(users().length).toBe(100);
    rig.api.script('/web/chats', () => okResponse({ data: [{ ...large, users_count: SIZE - 1 }] }));
    await rig.chat.loadList();
    await settled(rig);
    expect(users().length).toBe(50);
  });

  it('are all loaded and searched again after their number has changed', async () => {
    const { rig, thread, users, userQueries } = await openLarge();
    thread.composer.setText('@ber119');
    await settled(rig);
    for (let page = 0; page < 2; page += 1) await thread.loadMoreUsers();
    expect(users().length).toBe(SIZE);
    rig.api.script('/web/chats', () => okResponse({ data: [{ ...large, users_count: SIZE + 1 }] }));
    await rig.chat.loadList();
    await settled(rig);
    userQueries.length = 0;
    thread.composer.setText('@ber11');
    thread.composer.setText('@ber119');
    await settled(rig);
    expect(thread.composer.$state.get().candidates).toMatchObject([{ first_name: 'Member119' }]);
    for (let page = 0; page < 2; page += 1) await thread.loadMoreUsers();
    expect(users().map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining(all.map(({ user_id }) => user_id)),
    );
    expect(userQueries.filter(([q]) => q === undefined).map(([, page]) => page)).toEqual([1, 2, 3]);
  });

  it('are loaded from the first page when their number changes during a load', async () => {
    const { rig, thread, users } = await openLarge();
    await thread.loadMoreUsers();
    const third = thread.loadMoreUsers();
    rig.api.script('/web/chats', () => okResponse({ data: [{ ...large, users_count: SIZE + 1 }] }));
    await Promise.all([rig.chat.loadList(), third]);
    await settled(rig);
    expect(thread.$state.get().chat?.users_count).toBeGreaterThan(users().length);
    for (let page = 0; page < 2; page += 1) await thread.loadMoreUsers();
    expect(users().length).toBe(SIZE);
  });

  it('have no more to load when the backend has no such call', async () => {
    const { rig, thread } = await openLarge();
    rig.api.script('/web/chat/{id}/users', () => errorResponse(404));
    expect(await thread.loadMoreUsers()).toMatchObject({ ok: false, error: { code: 'missing' } });
    expect(thread.$state.get().chat?.users_count).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    const { rig, thread } = await openLarge();
    rig.api.script('/web/chat/{id}/users', () => errorResponse(503));
    expect(await thread.loadMoreUsers()).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(thread.$state.get().chat?.users_count).toBe(SIZE);
  });

  it('are found for a mention when they are not loaded, with one request for a text [chat.users-mention]', async () => {
    const { rig, thread, userQueries } = await openLarge();
    const names = () => thread.composer.$state.get().candidates?.map(({ first_name }) => first_name);
    thread.composer.setText('@');
    thread.composer.setText('@ber11');
    expect(names()).toEqual(['Member11']);
    await settled(rig);
    expect(names()).toEqual([
      'Member11',
      ...Array.from({ length: 10 }, (_, index) => `Member${110 + index}`),
    ]);
    thread.composer.setText('@ber119');
    await settled(rig);
    expect(names()).toEqual(['Member119']);
    expect(userQueries).toEqual([['ber11', 1]]);
  });

  it('do not open a popup that was closed while they were searched', async () => {
    const { rig, thread } = await openLarge();
    thread.composer.setText('@ber11');
    thread.composer.closePopup();
    await settled(rig);
    expect(thread.composer.$state.get().candidates).toBeNull();
  });

  it('are offered again from the next word after the popup was closed [chat.mention-popup]', async () => {
    const { rig, thread, userQueries } = await openLarge();
    const { setText, closePopup, choose, $state } = thread.composer;
    const isOpen = () => $state.get().candidates !== null;
    setText('hi @ber1');
    closePopup();
    setText('hi @ber11');
    expect(isOpen()).toBe(false);
    setText('hi @');
    expect(isOpen()).toBe(false);
    expect(userQueries.map(([q]) => q)).toEqual(['ber1']);
    setText('hi @ @ber1');
    expect(isOpen()).toBe(true);
    closePopup();
    setText('');
    setText('@ber1');
    expect(isOpen()).toBe(true);
    const [person] = $state.get().candidates ?? [];
    if (person !== undefined) choose(person);
    expect(isOpen()).toBe(false);
    setText('@ber1');
    closePopup();
    rig.api.script('/web/chat/{id}', () => errorResponse(503));
    thread.composer.submit();
    setText('@ber1');
    expect(isOpen()).toBe(true);
  });

  it('are shown as typing by the name in their message, or without a name', async () => {
    const { rig, thread } = await openLarge();
    const sender = { id: 90, first_name: 'Member 90', dp: null };
    const one = message(50, { sender });
    rig.sockets.latest().deliver(messageFrame(one));
    for (const user_id of [90, 91])
      rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id, typing: true });
    await settled(rig);
    expect(thread.$state.get().typing).toEqual([sender, { id: 91, first_name: '', dp: null }]);
  });
});

// Order, counts, previews and read positions of chats are decided by ids: several messages can share a second, and frames can
// arrive late.
import type { LastMessage, Message } from '@openbell/core/contract';
import { okResponse, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { deliver, openThread, respondToAll } from '../open-thread.ts';
import { chatOf, createRig, me, message, messageFrame, other, type Rig } from '../support.ts';

/** A time with a resolution of seconds. */
const at = (second: number): string => `2026-11-21T12:00:${String(second).padStart(2, '0')}.000Z`;
const last = (second: number, parts: Partial<LastMessage> = {}): LastMessage => ({
  message: 'listed',
  created_at: at(second),
  message_type: 'TXT',
  ...parts,
});

/** A rig with a loaded list of chat 7. */
async function listed(chat: Parameters<typeof chatOf>[0]): Promise<Rig> {
  const rig = createRig();
  rig.api.script('/web/chats', () => okResponse({ data: [chatOf(chat)] }));
  rig.chat.start();
  rig.sockets.latest().accept();
  await settle();
  await rig.time.frame();
  return rig;
}

async function receive(rig: Rig, messages: readonly Message[]): Promise<void> {
  for (const one of messages) rig.sockets.latest().deliver(messageFrame(one));
  await rig.time.frame();
}

const shown = (rig: Rig, chatId = 7): readonly unknown[] => {
  const chat = rig.chat.$list.get().chats.find(({ id }) => id === chatId);
  return [chat?.unread_count, chat?.last_msg?.message];
};

const second = (id: number, time: number, parts: Partial<Message> = {}): Message =>
  message(id, { created_at: at(time), ...parts });

/** What is listed, which new messages arrive, and the unread count and preview that are then shown. */
const counts: readonly (readonly [
  string,
  { readonly unread_count?: number; readonly last_msg: LastMessage | null },
  readonly Message[],
  readonly [number, string],
])[] = [
  ['an older message arrives late', { last_msg: null }, [second(51, 2), second(50, 1)], [2, 'text 51']],
  ['an older message arrives after the list', { last_msg: last(5) }, [second(50, 3)], [1, 'listed']],
  [
    'three messages share a second',
    { last_msg: null },
    [second(50, 1), second(51, 1), second(52, 1)],
    [3, 'text 52'],
  ],
  [
    'three messages share the second of the last one',
    { last_msg: last(1) },
    [second(50, 1), second(51, 1), second(52, 1)],
    [3, 'text 52'],
  ],
  [
    'three messages with one text share a second',
    { last_msg: null },
    [50, 51, 52].map((id) => second(id, 1, { message: 'ok' })),
    [3, 'ok'],
  ],
  [
    'three messages of a second arrive in the wrong order',
    { last_msg: last(1, { id: 49 }) },
    [second(52, 1), second(50, 1), second(51, 1)],
    [3, 'text 52'],
  ],
  [
    'a message has an earlier time than an older one',
    { last_msg: last(9, { id: 49 }) },
    [second(50, 4), second(51, 3)],
    [2, 'text 51'],
  ],
  [
    'messages have no time',
    { last_msg: last(9) },
    [message(50, { created_at: null }), message(51, { created_at: null })],
    [2, 'text 51'],
  ],
  [
    'a message arrives twice',
    { last_msg: null },
    [second(50, 1), second(51, 1), second(50, 1)],
    [2, 'text 51'],
  ],
  [
    'the list has counted the messages',
    { unread_count: 2, last_msg: last(1, { id: 51 }) },
    [second(51, 1), second(50, 1)],
    [2, 'text 51'],
  ],
  [
    'the list has counted the message, and leaves out its id',
    { unread_count: 1, last_msg: last(1, { message: 'text 50' }) },
    [second(50, 1)],
    [1, 'text 50'],
  ],
  [
    'the list has counted the message, and a newer one arrives first',
    { unread_count: 1, last_msg: last(1, { message: 'text 50' }) },
    [second(51, 1), second(50, 1)],
    [2, 'text 51'],
  ],
  [
    'a message arrives after the viewer’s own newer one',
    { last_msg: null },
    [second(51, 1, { sender: me }), second(50, 1)],
    [1, 'text 51'],
  ],
  [
    'a withheld message arrives',
    { last_msg: null },
    [second(50, 1), second(51, 1, { message: '', is_block: true })],
    [1, 'text 50'],
  ],
  [
    'an activity arrives',
    { last_msg: null },
    [second(50, 1), second(51, 2, { message_type: 'ACT' })],
    [1, 'text 51'],
  ],
  [
    'messages without an id repeat the last one',
    { last_msg: null },
    [second(-1, 1, { message: 'ok' }), second(-1, 1, { message: 'ok' })],
    [1, 'ok'],
  ],
];

describe('the unread count and the preview', () => {
  it.each(counts)('follow ids when %s [chat.unread-by-id]', async (_, chat, messages, expected) => {
    const rig = await listed(chat);
    await receive(rig, messages);
    expect(shown(rig)).toEqual(expected);
  });

  it('do not count a message again after the list was loaded again [chat.unread-by-id]', async () => {
    const rig = await listed({ last_msg: last(1) });
    await receive(rig, [second(50, 2)]);
    rig.api.script('/web/chats', () =>
      okResponse({ data: [chatOf({ unread_count: 1, last_msg: last(2, { message: 'text 50' }) })] }),
    );
    await rig.chat.loadList();
    await receive(rig, [second(50, 2), second(49, 2)]);
    expect(shown(rig)).toEqual([1, 'text 50']);
  });

  it('keep messages that arrive while the list loads, unless it has them [chat.unread-by-id]', async () => {
    const rig = createRig();
    rig.chat.start();
    rig.sockets.latest().accept();
    await settle();
    await rig.api
      .latest('/web/chats')
      .respond(okResponse({ data: [chatOf({ last_msg: last(1, { id: 49 }) })] }));
    void rig.chat.loadList();
    await settle();
    await receive(rig, [second(50, 1), second(51, 1)]);
    expect(shown(rig)).toEqual([2, 'text 51']);
    const fresh = chatOf({ unread_count: 1, last_msg: last(1, { id: 50, message: 'text 50' }) });
    await rig.api.latest('/web/chats').respond(okResponse({ data: [fresh] }));
    await rig.time.frame();
    expect(shown(rig)).toEqual([2, 'text 51']);
  });

  it('leave out a late message that is older than what the viewer has read [chat.unread-by-id]', async () => {
    const { rig, thread, server, receive: deliver } = await openThread(['one']);
    const newest = server.post(other, 'two');
    thread.setView({ firstId: null, isAtEnd: true });
    await deliver(newest);
    thread.setView({ firstId: null, isAtEnd: false });
    await deliver({ ...newest, id: newest.id - 1, message: 'late' });
    expect(shown(rig)).toEqual([0, 'two']);
    await deliver({ ...newest, id: newest.id + 1, message: 'later' });
    expect(shown(rig)).toEqual([1, 'later']);
  });
});

describe('the order of chats', () => {
  const chats = (
    lasts: readonly (LastMessage | null)[],
  ): { readonly data: readonly ReturnType<typeof chatOf>[] } => ({
    data: lasts.map((last_msg, index) => chatOf({ id: index + 7, last_msg })),
  });
  it.each<readonly [string, readonly (LastMessage | null)[], readonly Message[], readonly number[]]>([
    ['share a second', [last(1, { id: 4 }), last(1, { id: 6 }), last(1, { id: 5 })], [], [8, 9, 7]],
    ['are behind in time', [last(9, { id: 4 }), last(1, { id: 6 }), null], [], [8, 7, 9]],
    ['have no ids', [last(1), last(2), null], [], [8, 7, 9]],
    ['have an id in one chat only', [last(1), last(2), last(1, { id: 5 })], [], [8, 9, 7]],
    ['arrive within a second', [last(1), last(1), null], [second(50, 1, { chat_id: 8 })], [8, 7, 9]],
    [
      'arrive late in another chat',
      [last(1, { id: 4 }), last(1, { id: 5 }), null],
      [second(51, 2, { chat_id: 9 }), second(50, 3)],
      [9, 7, 8],
    ],
  ])('follows ids when last messages %s [chat.list-order]', async (_, lasts, messages, expected) => {
    const rig = createRig();
    rig.api.script('/web/chats', () => okResponse(chats(lasts)));
    rig.chat.start();
    rig.sockets.latest().accept();
    await settle();
    await receive(rig, messages);
    expect(rig.chat.$list.get().chats.map(({ id }) => id)).toEqual(expected);
  });
});

describe('a changed message', () => {
  it.each<readonly [string, LastMessage, number, number]>([
    ['loads the list again when it is the last one', last(1, { id: 51 }), 51, 1],
    ['loads no list when another one of that second is the last', last(1, { id: 51 }), 50, 0],
    ['loads the list again when the id of the last one is unknown', last(1), 51, 1],
  ])('%s [chat.unread-by-id]', async (_, last_msg, id, loads) => {
    const rig = await listed({ last_msg });
    await rig.time.advance(2000);
    const count = (): number => rig.api.requests.filter(({ path }) => path === '/web/chats').length;
    const before = count();
    rig.sockets
      .latest()
      .deliver(messageFrame(second(id, 1, { message: '', delete_from_everyone: true }), false));
    await settle();
    expect(count() - before).toBe(loads);
  });
});

describe('the viewer’s own action', () => {
  it.each<readonly [string, 'delete' | 'unsend' | 'react', object, number]>([
    ['deleting the last message loads the list again', 'delete', { deleted_list: [me.id] }, 1],
    [
      'unsending the last message loads the list again',
      'unsend',
      { message: '', delete_from_everyone: true },
      1,
    ],
    ['reacting to the last message loads no list', 'react', {}, 0],
  ])('%s, without a frame [chat.unread-by-id]', async (_, type, parts, loads) => {
    const { rig, thread, server } = await openThread([]);
    const own = server.post(me, 'mine');
    await deliver(rig, messageFrame(own));
    await rig.time.advance(2000);
    await respondToAll(rig, server);
    const before = rig.api.requests.length;
    const acting = type === 'react' ? thread.react(own.id, '👍') : thread.act(own.id, type);
    await rig.api.latest('/web/chat/{messageId}/action').succeed({ data: { ...own, ...parts } });
    await acting;
    await settle();
    const lists = rig.api.requests.slice(before).filter(({ path }) => path === '/web/chats');
    expect(lists).toHaveLength(loads);
  });

  it('loads no list after the response contained the chat without the message', async () => {
    const { rig, thread, server } = await openThread(['one', 'two']);
    const id = server.messages().at(-1)?.id ?? 0;
    const before = rig.api.requests.length;
    const acting = thread.act(id, 'delete');
    const data = chatOf({ last_msg: last(1, { id: id - 3, message: 'one' }) });
    await rig.api.latest('/web/chat/{messageId}/action').succeed({ data });
    await acting;
    await rig.time.advance(2000);
    expect(rig.api.requests.slice(before).map(({ path }) => path)).not.toContain('/web/chats');
    expect(shown(rig)).toEqual([0, 'one']);
  });
});

describe('the divider before unread messages', () => {
  it.each<readonly [string, readonly number[], number]>([
    ['a late message is older than the first unread one', [3, 2], 2],
    ['messages arrive in order', [2, 3], 2],
  ])('is before the oldest one when %s [chat.unread-by-id]', async (_, steps, first) => {
    const { thread, server, receive: deliver } = await openThread(['one']);
    const [{ id }] = server.messages() as [Message];
    thread.setView({ firstId: null, isAtEnd: true });
    thread.setView({ firstId: id, isAtEnd: false });
    for (const step of steps) await deliver(second(id + step, 30));
    expect(thread.$state.get().firstUnreadId).toBe(id + first);
  });

  it('leaves out messages as the unread count does [chat.unread-count] [chat.opens-at-unread]', async () => {
    const rig = await listed({ unread_count: 2 });
    const messages = [
      message(50),
      message(51),
      message(52, { message: '', delete_from_everyone: true }),
      message(53),
      message(54, { message: '', is_block: true }),
      message(55, { message_type: 'ACT' }),
    ];
    const data = chatOf({ unread_count: 2, first_message_id: -1, messages });
    rig.api.script('/web/chat/{id}', () => okResponse({ data }));
    const thread = rig.chat.thread(7);
    thread.open();
    await settle();
    await rig.time.frame();
    expect(thread.$state.get().firstUnreadId).toBe(51);
  });

  it.each<readonly [string, Partial<Message>]>([
    ['an activity', { message_type: 'ACT' }],
    ['a message of a blocked member', { message: '', is_block: true }],
    ['an unsent message', { message: '', delete_from_everyone: true }],
  ])('is not placed before %s [chat.unread-count]', async (_, parts) => {
    const { thread, server, receive: deliver } = await openThread(['one']);
    const [{ id }] = server.messages() as [Message];
    thread.setView({ firstId: null, isAtEnd: true });
    thread.setView({ firstId: id, isAtEnd: false });
    await deliver(second(id + 1, 30, parts));
    expect(thread.$state.get().firstUnreadId).toBeNull();
    await deliver(second(id + 2, 30, { sender: { id: 3, first_name: 'Edsger', dp: null } }));
    expect(thread.$state.get().firstUnreadId).toBe(id + 2);
  });

  it('is before the messages that a reopened chat missed while offline [chat.opens-at-unread]', async () => {
    const { thread, server, rig, close } = await openThread(['one', 'two', 'three']);
    close();
    rig.sockets.latest().drop();
    const missed = server.post(other, 'four');
    server.post(other, 'five');
    rig.api.script('/web/chats', () => okResponse({ data: [chatOf({ unread_count: 2 })] }));
    await rig.time.advance(60_000);
    rig.sockets.latest().accept();
    await settle();
    expect(shown(rig)[0]).toBe(2);
    thread.open();
    expect(thread.$state.get().firstUnreadId).toBeNull();
    await respondToAll(rig, server);
    expect(thread.$state.get().firstUnreadId).toBe(missed.id);
  });

  it('is shown in a chat that is reopened without a connection [chat.opens-at-unread]', async () => {
    const { thread, server, rig, close, receive: deliver } = await openThread(['one']);
    const [{ id }] = server.messages() as [Message];
    close();
    await deliver(second(id + 1, 30));
    rig.sockets.latest().drop();
    thread.open();
    await settle();
    await rig.api.latest('/web/chat/{id}').lose();
    expect(thread.$state.get().firstUnreadId).toBe(id + 1);
  });

  it('is shown at once in a reopened chat that missed nothing [chat.opens-at-unread]', async () => {
    const { thread, server, close, receive: deliver } = await openThread(['one']);
    const [{ id }] = server.messages() as [Message];
    close();
    await deliver(second(id + 1, 30));
    thread.open();
    expect(thread.$state.get().firstUnreadId).toBe(id + 1);
  });
});

import { okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { framesSent, openThread } from './open-thread.ts';
import { chatOf, me, message, other } from './support.ts';

describe('read receipts', () => {
  it('sends ReadByAll when the end is visible on a visible page, and again for new messages [chat.read-sent]', async () => {
    const { server, rig, thread, receive } = await openThread(['one', 'two']);
    const frame = { type: 'ReadByAll', user_id: me.id, chat_id: 7 };
    expect(framesSent(rig, 'ReadByAll')).toEqual([]);
    rig.page.play('hidden');
    thread.setView({ firstId: null, isAtEnd: true });
    expect(framesSent(rig, 'ReadByAll')).toEqual([]);
    rig.page.play('visible');
    expect(framesSent(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: true });
    await rig.time.advance(5000);
    expect(framesSent(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: false });
    await receive(server.post(other, 'three'));
    expect(framesSent(rig, 'ReadByAll')).toEqual([frame]);
    thread.setView({ firstId: null, isAtEnd: true });
    expect(framesSent(rig, 'ReadByAll')).toEqual([frame, frame]);
    await receive(server.post(me, 'my own'));
    expect(framesSent(rig, 'ReadByAll')).toEqual([frame, frame]);
  });
});

describe('typing', () => {
  it('is sent at most every 2 s while the user types, and ended once [chat.typing-sent] [chat.typing-thinned]', async () => {
    const { rig, thread } = await openThread([]);
    thread.composer.setText('h');
    expect(framesSent(rig, 'WebMeesageTyping')).toHaveLength(1);
    for (let turn = 0; turn < 50; turn += 1) {
      thread.composer.setText(' '.repeat(turn + 1));
      await rig.time.advance(100);
    }
    thread.composer.setText('');
    thread.composer.setText('');
    const frame = { type: 'WebMeesageTyping', chat_id: 7, user_id: me.id };
    expect(framesSent(rig, 'WebMeesageTyping')).toEqual([
      { ...frame, typing: true },
      { ...frame, typing: true },
      { ...frame, typing: true },
      { ...frame, typing: false },
    ]);
  });
});

describe('WebFetchChat for other devices', () => {
  it('is sent after muting a chat or muting or blocking a user, and not after other actions [chat.fetch-chat-sent]', async () => {
    const { server, rig, thread } = await openThread(['one']);
    const id = server.messages()[0]?.id ?? 0;
    const done = async (work: Promise<unknown>, response: unknown): Promise<number> => {
      for (const request of rig.api.waiting()) await request.respond(okResponse(response));
      await work;
      return framesSent(rig, 'WebFetchChat').length;
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
  const { server, rig, thread } = await openThread(['one', 'two']);
  const [first, second] = server.messages();
  const done = async (work: Promise<unknown>, response: unknown): Promise<void> => {
    for (const request of rig.api.waiting()) await request.respond(okResponse(response));
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

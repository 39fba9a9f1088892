import type { Message, MessagePatch } from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import { createThread } from '../../../../packages/core/src/chat/thread/engine.ts';
import { deliver, openThread, respondToAll } from '../open-thread.ts';
import { message, messageFrame, other, quoteOf, type Rig, rows } from '../support.ts';

const thumbsUp = { emoji: '👍', user: { id: 3, first_name: 'Nora' } };

describe('message_patch events', () => {
  const patch = (rig: Rig, parts: object) =>
    deliver(rig, { type: 'message_patch', user_id: 3, chat_id: 7, ...parts });

  it('change their part of a message and nothing else [socket.patch-applied]', async () => {
    const { rig, thread } = await openThread(['theirs']);
    const before = thread.at(0) as Message;
    await patch(rig, { id: before.id, reactions: [thumbsUp] });
    expect(thread.at(0)).toEqual({ ...before, reactions: [thumbsUp] });
    await patch(rig, { id: before.id, reactions: [] });
    expect(thread.at(0)).toEqual(before);
  });

  it('unsend a message and its quotes [socket.patch-applied]', async () => {
    const { server, rig, thread } = await openThread([]);
    const theirs = server.post(other, 'theirs');
    server.post(other, 'more', null, { reply_to: quoteOf(theirs) });
    void thread.reload();
    await respondToAll(rig, server);
    await patch(rig, { id: theirs.id, delete_from_everyone: true });
    expect(rows(rig.chat)).toEqual(['', 'more']);
    expect(thread.at(0)).toMatchObject({ delete_from_everyone: true });
    expect(thread.at(1)).toMatchObject({ reply_to: { message: '', delete_from_everyone: true } });
  });

  it('load the list again when an unsent message is not loaded', async () => {
    const { server, rig } = await openThread(['theirs']);
    await rig.time.advance(2_000);
    await respondToAll(rig, server);
    const before = rig.api.requests.length;
    await patch(rig, { id: 999, delete_from_everyone: true });
    await rig.time.advance(2_000);
    expect(rig.api.requests.slice(before).map(({ path }) => path)).toEqual(['/web/chats']);
  });

  it('do not load the list again when the newest message gets a reaction', async () => {
    const { server, rig } = await openThread([]);
    const newest = server.post(other, 'theirs');
    rig.sockets.latest().deliver(messageFrame(newest));
    await rig.time.advance(2_000);
    await respondToAll(rig, server);
    const before = rig.api.requests.length;
    await patch(rig, { id: newest.id, reactions: [thumbsUp] });
    await rig.time.advance(2_000);
    expect(rig.api.requests.slice(before)).toEqual([]);
  });
});

describe('a thread', () => {
  const patchOf = (parts: Partial<MessagePatch>): MessagePatch => ({ id: 5, chat_id: 7, ...parts });
  const page = (messages: readonly Message[]) => ({ messages, first_message_id: -1 });

  it('keeps patches that arrived before the response of an earlier request [socket.patch-applied]', () => {
    const thread = createThread({ chatId: 7, viewerId: 1 });
    const epoch = thread.beginRequest();
    expect(thread.patch(patchOf({ reactions: [thumbsUp] }))).toBeNull();
    expect(thread.patch(patchOf({ seen_by_all: true }))).toBeNull();
    thread.mergePage(page([message(5)]), epoch);
    thread.endRequest(epoch);
    expect(thread.get(5)).toMatchObject({ reactions: [thumbsUp], seen_by_all: true });
  });

  it('applies a pending response to the parts of a message that no patch has changed [socket.patch-applied]', () => {
    const thread = createThread({ chatId: 7, viewerId: 1 });
    thread.upsert(message(5));
    const epoch = thread.beginRequest();
    thread.patch(patchOf({ seen_by_all: true }));
    thread.mergePage(page([{ ...message(5), reactions: [thumbsUp] }]), epoch);
    expect(thread.get(5)).toMatchObject({ reactions: [thumbsUp], seen_by_all: true });
    thread.patch(patchOf({ reactions: [] }));
    thread.upsert({ ...message(5), is_mute: true, reactions: [thumbsUp] }, epoch);
    thread.endRequest(epoch);
    expect(thread.get(5)).toMatchObject({ reactions: [], is_mute: true });
  });

  it('prefers a page that was requested after a patch', () => {
    const thread = createThread({ chatId: 7, viewerId: 1 });
    const first = thread.beginRequest();
    thread.patch(patchOf({ reactions: [thumbsUp] }));
    const second = thread.beginRequest();
    thread.mergePage(page([message(5)]), second);
    thread.endRequest(second);
    thread.endRequest(first);
    expect(thread.get(5)).toMatchObject({ reactions: [] });
  });
});

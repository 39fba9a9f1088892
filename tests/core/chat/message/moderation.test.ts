import type { Message } from '@openbell/core/contract';
import { okResponse, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { deliver, framesSent, markFrame, openThread, respondToAll } from '../open-thread.ts';
import { chatOf, me, message, other, quoteOf, rows } from '../support.ts';

describe('blocking', () => {
  const third = { id: 3, first_name: 'Nora', dp: null };

  it('merges the returned chat, and blocks other messages and quotes of that user [chat.block-merge]', async () => {
    const { server, rig, thread } = await openThread([]);
    const theirs = server.post(other, 'theirs');
    server.post(third, 'an answer', null, { reply_to: quoteOf(theirs) });
    server.post(third, 'the last one');
    void thread.reload();
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'an answer', 'the last one']);

    const blocking = thread.act(theirs.id, 'block');
    await rig.api
      .latest('/web/chat/{messageId}/action')
      .respond(okResponse({ data: chatOf({ messages: [server.messages()[2] as Message] }) }));
    await blocking;
    expect(rows(rig.chat)).toEqual(['', 'an answer', 'the last one']);
    expect(thread.at(0)).toMatchObject({ is_block: true, message: '' });
    expect(thread.at(1)).toMatchObject({ is_block: false, reply_to: { message: '', is_block: true } });

    const unblocking = thread.act(theirs.id, 'unblock');
    await rig.api.latest('/web/chat/{messageId}/action').respond(okResponse({ data: chatOf() }));
    await unblocking;
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'an answer', 'the last one']);
    expect(thread.at(1)).toMatchObject({ reply_to: { message: 'theirs', is_block: false } });
  });
});

describe('WebMarkUser events', () => {
  it("clear a blocked user's messages and quotes, and restore them on unblock [chat.mark-other-device]", async () => {
    const { server, rig, thread } = await openThread([]);
    server.post(me, 'mine', null, { reply_to: quoteOf(server.post(other, 'theirs')) });
    void thread.reload();
    await respondToAll(rig, server);
    const changes: unknown[] = [];
    thread.onChange((...change) => changes.push(change));

    await deliver(rig, markFrame({ is_mute: true, is_block: false }));
    expect(thread.at(0)).toMatchObject({ message: 'theirs', is_mute: true, is_block: false });
    await deliver(rig, markFrame({ is_block: true }));
    expect(thread.at(0)).toMatchObject({ message: '', is_mute: false, is_block: true });
    expect(thread.at(1)).toMatchObject({ message: 'mine', reply_to: { message: '', is_block: true } });
    const before = changes.length;
    await deliver(rig, markFrame({ is_block: true }));
    expect(changes).toHaveLength(before);

    await deliver(rig, markFrame({ is_block: false }));
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['theirs', 'mine']);
    expect(thread.at(1)).toMatchObject({ reply_to: { message: 'theirs', is_block: false } });
    expect(framesSent(rig, 'WebFetchChat')).toEqual([]);
  });

  it('a page requested before the block does not restore the text [chat.mark-other-device]', async () => {
    const { server, rig, thread } = await openThread(['theirs']);
    void thread.reload();
    await settle();
    const request = rig.api.latest('/web/chat/{id}');
    const response = server.respond(request);
    await deliver(rig, markFrame({ is_block: true }));
    await request.respond(response);
    await settle();
    expect(thread.at(0)).toMatchObject({ message: '', is_block: true });
  });

  it('a block applies to every loaded chat [chat.mark-everywhere]', async () => {
    const { server, rig, thread } = await openThread(['theirs']);
    const second = rig.chat.thread(8);
    second.open();
    const elsewhere = message(5000, { chat_id: 8, message: 'theirs elsewhere' });
    await rig.api
      .latest('/web/chat/{id}')
      .respond(okResponse({ data: chatOf({ id: 8, first_message_id: -1, messages: [elsewhere] }) }));
    await rig.time.frame();
    const blocking = thread.act(server.messages()[0]?.id ?? 0, 'block');
    await rig.api.latest('/web/chat/{messageId}/action').respond(okResponse({ data: chatOf() }));
    await blocking;
    expect(rows(rig.chat)).toEqual(['']);
    expect(rows(rig.chat, 8)).toEqual(['']);
  });
});

// Fields of a chat and its messages that the client reads, and fields that it sends.
import { chatSchema, type Message, readWire } from '@openbell/core/contract';
import { errorResponse, okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createModelServer } from './model-server.ts';
import { chatOf, createRig, me, message } from './support.ts';

const wire: Record<string, unknown> = {
  id: 11,
  chat_id: 7,
  message: 'words',
  message_type: 'IMG',
  media: { file: '/media/a', name: 'a.png' },
  sender: me,
  created_at: '2026-11-21 12:00:00',
  reply_to: null,
  forwarded: true,
  reactions: [{ emoji: '👍', user: { id: 2, first_name: 'Grace' } }],
  deleted_list: [5],
  delete_from_everyone: false,
  is_mute: true,
  is_block: false,
  delivered_to_all: true,
  seen_by_all: false,
  read_by: [2],
};

function readMessages(messages: readonly unknown[]): readonly Message[] {
  const reading = readWire(chatSchema, { ...chatOf(), messages });
  return reading.ok ? reading.value.messages : [];
}

describe('reading', () => {
  it('reads all fields of a chat, with defaults for missing ones [chat.fields]', () => {
    const last_msg = { message: 'words', created_at: '2026-11-21T12:00:00.000Z', message_type: 'TXT' };
    const chat = chatOf({ image: '/i.png', mute: true, unread_count: 2, first_message_id: -1, last_msg });
    expect(readWire(chatSchema, chat)).toMatchObject({ ok: true, value: chat });
    const bare = readWire(chatSchema, { id: 7, name: 'Scalpers' });
    expect(bare).toMatchObject({
      ok: true,
      value: { image: null, mute: false, unread_count: 0, last_msg: null, messages: [], users: [] },
    });
  });

  it('reads all fields of a message, with defaults for missing ones, and drops malformed messages [chat.message-fields]', () => {
    const [read, bare] = readMessages([
      wire,
      { id: 12, chat_id: 7, sender: me, created_at: wire.created_at },
      { id: 'x' },
      null,
    ]);
    expect(read).toMatchObject({
      ...wire,
      media: [{ file: '/media/a', name: 'a.png' }],
      client_id: null,
      created_at: expect.anything(),
    });
    expect(bare).toMatchObject({
      message: '',
      message_type: 'TXT',
      media: [],
      reactions: [],
      reply_to: null,
      forwarded: false,
      deleted_list: [],
      read_by: [],
    });
    expect(readMessages([wire, { id: 'x' }, null])).toHaveLength(1);
    expect(
      readMessages([{ ...wire, message_type: 'IMGS', media: [wire.media, wire.media] }])[0]?.media,
    ).toHaveLength(2);
  });
});

describe('requests', () => {
  it('sends chat_id, message, message_type, reply_id, files[] and mention_for when posting [chat.post-fields]', async () => {
    const server = createModelServer({ pageSize: 50, knowsClientId: true });
    const rig = createRig();
    rig.chat.start();
    rig.sockets.latest().accept();
    const thread = rig.chat.thread(7);
    thread.open();
    for (const request of rig.api.waiting()) await request.respond(server.respond(request));
    const file = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' });
    thread.send('for you two', { files: [file], replyTo: message(3), mentions: [2, 4] });
    await rig.time.advance(0);
    const { input } = rig.api.latest('/web/chat/{id}');
    expect(input.params).toEqual({ id: 7 });
    expect(input.body).toMatchObject({
      chat_id: 7,
      message: 'for you two',
      message_type: 'PDF',
      reply_id: 3,
      mention_for: '[2,4]',
    });
    expect(input.files?.map(({ field, name }) => [field, name])).toEqual([['files[]', 'plan.pdf']]);
    await rig.api.latest('/web/chat/{id}').respond(okResponse(message(4, { sender: me })));
    thread.send('alone');
    await rig.time.advance(0);
    expect(rig.api.latest('/web/chat/{id}').input.body).toMatchObject({ message_type: 'TXT' });
    expect(rig.api.latest('/web/chat/{id}').input.body).not.toHaveProperty('reply_id', expect.anything());
    expect(rig.api.latest('/web/chat/{id}').input.body).not.toHaveProperty('mention_for', expect.anything());
  });

  it('logs a chat list that fails to load [chat.load-logged]', async () => {
    const rig = createRig();
    rig.api.script('/web/chats', () => errorResponse(500));
    rig.chat.start();
    await rig.time.advance(0);
    expect(rig.logged).toContain('Failed to load chats');
    expect(rig.chat.$list.get().status).toBe('failed');
  });
});

import { errorResponse, okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createModelServer } from './model-server.ts';
import { createRig, me, message } from './support.ts';

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

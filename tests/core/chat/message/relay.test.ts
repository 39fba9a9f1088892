// The frame that is sent to others after a post: a socket accepts up to 16 KiB.
import { okResponse } from '@openbell/testing';
import { expect, it } from 'vitest';
import { createModelServer } from '../model-server.ts';
import { chatOf, createRig, me, message } from '../support.ts';

it.each([
  ['a message', 'hello', '', 1],
  ['one that quotes 4,000 characters of three bytes', '語'.repeat(4000), '語'.repeat(4000), 1],
  ['one that no frame takes', '😀'.repeat(4000), '', 0],
])(
  'after a post, the socket frame of %s is below 16 KiB or omitted [chat.relay]',
  async (_, text, quote, count) => {
    const server = createModelServer({ pageSize: 50, knowsClientId: true });
    const rig = createRig();
    rig.api.script('/web/chats', () => okResponse({ data: [chatOf()] }));
    rig.chat.start();
    rig.sockets.latest().accept();
    const thread = rig.chat.thread(7);
    thread.open();
    for (const request of rig.api.waiting()) await request.respond(server.respond(request));
    const replyTo = quote === '' ? null : message(1, { message: quote });
    thread.send(text, { replyTo });
    await rig.time.advance(0);
    for (const request of rig.api.waiting()) {
      const stored = message(9, { message: text, sender: me, reply_to: replyTo });
      const isPost = request.input.body !== undefined;
      await request.respond(isPost ? okResponse(stored) : server.respond(request));
    }
    const reported = rig.sockets.latest().sent.filter((frame) => frame.includes('WebFetchMessage'));
    expect(reported).toHaveLength(count);
    for (const frame of reported) expect(new TextEncoder().encode(frame).length).toBeLessThan(16 * 1024);
  },
);

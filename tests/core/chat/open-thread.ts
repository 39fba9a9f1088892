// An open thread of a chat feature, served by the model server.
import type { Message } from '@openbell/core/contract';
import { settle } from '@openbell/testing';
import { createModelServer } from './model-server.ts';
import { createRig, messageFrame, other, type Rig } from './support.ts';

type Server = ReturnType<typeof createModelServer>;

/** Responds to all requests, and to those that follow from the responses. */
export async function respondToAll(rig: Rig, server: Server): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    for (const request of rig.api.waiting()) await request.respond(server.respond(request));
    await settle();
  }
  await rig.time.frame();
}

/** Opens the thread of chat 7 with messages of `other`. `receive` delivers a message by the socket. */
export async function openThread(texts: readonly string[], pageSize = 50, rig: Rig = createRig()) {
  const server = createModelServer({ pageSize, knowsClientId: true });
  for (const text of texts) server.post(other, text);
  rig.chat.start();
  const thread = rig.chat.thread(7);
  const close = thread.open();
  rig.sockets.latest().accept();
  await respondToAll(rig, server);
  const receive = async (one: Message, isScroll = true): Promise<void> => {
    rig.sockets.latest().deliver(messageFrame(one, isScroll));
    await rig.time.frame();
  };
  return { server, rig, thread, close, receive };
}

/** Returns the frames of a type that the client has sent. */
export const framesSent = (rig: Rig, type: string): unknown[] =>
  rig.sockets
    .latest()
    .sent.map((text) => JSON.parse(text) as { type: string })
    .filter((frame) => frame.type === type);

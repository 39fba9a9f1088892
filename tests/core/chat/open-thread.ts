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
  const receive = (one: Message, isScroll = true) => deliver(rig, messageFrame(one, isScroll));
  return { server, rig, thread, close, receive };
}

/** Reloads the page and opens the thread of chat 7. */
export function reopen(rig: Rig): Rig {
  const next = rig.reload();
  next.chat.start();
  next.chat.thread(7).open();
  return next;
}

/** The socket delivers a frame. */
export async function deliver(rig: Rig, frame: object): Promise<void> {
  rig.sockets.latest().deliver(frame);
  await rig.time.frame();
}

/** The frame of a block or mute of `other` on another device. */
export const markFrame = (parts: { readonly is_block: boolean; readonly is_mute?: boolean }) => ({
  type: 'WebMarkUser',
  user_id: other.id,
  is_mute: false,
  ...parts,
});

/** Returns the frames of a type that the client has sent. */
export const framesSent = (rig: Rig, type: string): unknown[] =>
  rig.sockets
    .latest()
    .sent.map((text) => JSON.parse(text) as { type: string })
    .filter((frame) => frame.type === type);

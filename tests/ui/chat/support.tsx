// A chat screen with a scripted server.
import { okResponse } from '@openbell/testing';
import { ChatScreen, type ChatScreenProps } from '@openbell/ui/chat';
import { act, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createModelServer } from '../../core/chat/model-server.ts';
import { chatOf, createRig, type Rig } from '../../core/chat/support.ts';

/** jsdom has no layout: gives the log a height, so that the virtual list renders rows. */
export function layOut(): () => void {
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  return () => {
    cleanup();
    if (before !== undefined) Object.defineProperty(Element.prototype, 'clientHeight', before);
  };
}

export async function open(
  prepare: (server: ReturnType<typeof createModelServer>) => void = () => {},
  props: Pick<ChatScreenProps, 'isReadOnly' | 'emoji'> = {},
) {
  const server = createModelServer({ pageSize: 50, knowsClientId: true });
  prepare(server);
  const rig = createRig();
  rig.api.script('/web/chats', () => okResponse({ data: [chatOf()] }));
  render(
    <StrictMode>
      <ChatScreen chatType="GR" chatId={7} hrefOf={(id) => `/chat/${id}`} instance={rig.chat} {...props} />
    </StrictMode>,
  );
  await act(async () => {
    rig.sockets.latest().accept();
  });
  await settleAll(rig, server);
  return { server, rig, user: userEvent.setup() };
}

export async function settleAll(rig: Rig, server: ReturnType<typeof createModelServer>): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    await act(async () => {
      for (const request of rig.api.waiting()) await request.respond(server.respond(request));
      await rig.time.frame();
      await rig.time.advance(10);
    });
  }
}

export async function deliver(rig: Rig, frame: unknown): Promise<void> {
  await act(async () => {
    rig.sockets.latest().deliver(frame);
    await rig.time.frame();
  });
}

// A chat screen with a scripted server.
import { answerOk } from '@openbell/testing';
import { ChatScreen } from '@openbell/ui/chat';
import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createModelServer } from '../../core/chat/model-server.ts';
import { chatOf, createRig, type Rig } from '../../core/chat/support.ts';

// Menus and dialogs are loaded on first use.
configure({ asyncUtilTimeout: 15_000 });

/** jsdom has no layout: gives the log a height, so that the virtual list renders rows. */
export function layOut(): () => void {
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  return () => {
    cleanup();
    if (before !== undefined) Object.defineProperty(Element.prototype, 'clientHeight', before);
  };
}

export async function open(prepare: (server: ReturnType<typeof createModelServer>) => void = () => {}) {
  const server = createModelServer({ pageSize: 50, knowsClientId: true });
  prepare(server);
  const rig = createRig();
  rig.api.script('/web/chats', () => answerOk({ data: [chatOf()] }));
  render(
    <StrictMode>
      <ChatScreen chatType="GR" chatId={7} hrefOf={(id) => `/chat/${id}`} instance={rig.chat} />
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
      for (const request of rig.api.waiting()) await request.answer(server.answer(request));
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

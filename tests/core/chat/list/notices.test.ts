// A notification that was shown for a chat is closed when nothing in the chat is unread.
import type { Message } from '@openbell/core/contract';
import { okResponse, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createModelServer } from '../model-server.ts';
import { respondToAll } from '../open-thread.ts';
import { chatOf, createRig, messageFrame, other, type Rig } from '../support.ts';

interface Opened {
  readonly rig: Rig;
  readonly server: ReturnType<typeof createModelServer>;
  readonly id: number;
  /** What the list answers from now on. */
  setUnread(count: number): void;
}

/** A chat with messages that another member sent while this page was closed. */
async function withUnread(count: number): Promise<Opened> {
  const server = createModelServer({ pageSize: 50, knowsClientId: true });
  const posted = Array.from({ length: count }, (_, index) => server.post(other, `unread ${index}`));
  const { id } = posted.at(-1) as Message;
  const rig = createRig();
  const setUnread = (unread_count: number): void => {
    const last = server.messages().findLast((one) => !one.delete_from_everyone);
    const last_msg = last && {
      id: last.id,
      message: last.message,
      created_at: last.created_at,
      message_type: 'TXT',
    };
    rig.api.script('/web/chats', () =>
      okResponse({ data: [chatOf({ unread_count, last_msg: last_msg ?? null })] }),
    );
  };
  setUnread(count);
  rig.chat.start();
  rig.sockets.latest().accept();
  await respondToAll(rig, server);
  await rig.time.advance(2000);
  return { rig, server, id, setUnread };
}

const deliver = async ({ rig, server }: Opened, frame: object): Promise<void> => {
  rig.sockets.latest().deliver(frame);
  await respondToAll(rig, server);
};

async function opened({ rig, server }: Opened) {
  const thread = rig.chat.thread(7);
  thread.open();
  await respondToAll(rig, server);
  return thread;
}

const ways: readonly (readonly [string, (chat: Opened) => Promise<void>])[] = [
  [
    'the viewer reads it here',
    async (chat) => {
      const thread = await opened(chat);
      thread.setView({ firstId: null, isAtEnd: true });
      await respondToAll(chat.rig, chat.server);
    },
  ],
  [
    'the viewer reads it on another device',
    (chat) => {
      chat.setUnread(0);
      return deliver(chat, { type: 'WebFetchChat' });
    },
  ],
  [
    'its message is unsent',
    (chat) => {
      const message = chat.server.change(chat.id, { message: '', delete_from_everyone: true });
      chat.setUnread(0);
      return deliver(chat, messageFrame(message, false));
    },
  ],
  [
    'its message is unsent by a patch',
    (chat) => {
      chat.server.change(chat.id, { message: '', delete_from_everyone: true });
      chat.setUnread(0);
      return deliver(chat, {
        type: 'message_patch',
        user_id: 2,
        id: chat.id,
        chat_id: 7,
        delete_from_everyone: true,
      });
    },
  ],
  [
    'its message was unsent while disconnected',
    async (chat) => {
      chat.rig.sockets.latest().drop();
      chat.server.change(chat.id, { message: '', delete_from_everyone: true });
      chat.setUnread(0);
      await chat.rig.time.advance(4000);
      chat.rig.sockets.latest().accept();
      await respondToAll(chat.rig, chat.server);
    },
  ],
  [
    'its author is blocked here',
    async (chat) => {
      const thread = await opened(chat);
      const blocking = thread.act(chat.id, 'block');
      await settle();
      await chat.rig.api.latest('/web/chat/{messageId}/action').respond(okResponse({ data: chatOf() }));
      await blocking;
    },
  ],
  [
    'its author is blocked on another device',
    async (chat) => {
      chat.setUnread(0);
      await deliver(chat, { type: 'WebMarkUser', user_id: other.id, is_mute: false, is_block: true });
      await deliver(chat, { type: 'WebFetchChat' });
    },
  ],
];

describe('the notification of a chat', () => {
  it.each(ways)('is closed when %s [chat.notices-closed]', async (_, step) => {
    const chat = await withUnread(1);
    expect(chat.rig.closed).toEqual([]);
    await step(chat);
    expect(chat.rig.closed).toContain('chat:7');
  });

  it('stays while another message is unread, and is closed with that one [chat.notices-closed]', async () => {
    const chat = await withUnread(2);
    const [first, second] = chat.server.messages() as [Message, Message];
    for (const { id } of [first, second]) {
      expect(chat.rig.closed).toEqual([]);
      const message = chat.server.change(id, { message: '', delete_from_everyone: true });
      chat.setUnread(id === first.id ? 1 : 0);
      await deliver(chat, messageFrame(message, false));
      await chat.rig.time.advance(2000);
    }
    expect(chat.rig.closed).toEqual(['chat:7']);
  });
});

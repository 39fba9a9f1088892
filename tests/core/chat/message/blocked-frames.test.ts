// A backend that does not filter by itself goes on sending what a blocked person says.
import type { Message, Reaction } from '@openbell/core/contract';
import { okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { deliver, markFrame, openThread, respondToAll } from '../open-thread.ts';
import { chatOf, me, message, other, quoteOf, rows } from '../support.ts';

type Opened = Awaited<ReturnType<typeof openThread>>;

const third = { id: 3, first_name: 'Nora', dp: null };
const reactions: readonly Reaction[] = [
  { emoji: '👍', user: { id: other.id, first_name: other.first_name } },
  { emoji: '😍', user: { id: third.id, first_name: third.first_name } },
];

/** A chat with a text of the person who will be blocked and one of another member, both with answers in older pages. */
async function opened() {
  const open = await openThread([], 4);
  const { server, rig, thread } = open;
  server.post(third, 'the oldest', null, { reactions });
  for (let index = 0; index < 4; index += 1) server.post(third, `older ${index}`);
  const theirs = server.post(other, 'a secret text');
  const mine = server.post(me, 'mine');
  void thread.reload();
  await respondToAll(rig, server);
  return { ...open, theirs, mine };
}

/** Everything that the thread and the list show, as text. */
function everything({ rig, thread }: Opened): string {
  const items = Array.from({ length: thread.$state.get().length }, (_, index) => thread.at(index));
  return JSON.stringify([items, rig.chat.$list.get().chats.map(({ last_msg }) => last_msg)]);
}

/** Ways to block: here, and on another device. */
const blocks: readonly (readonly [string, (open: Opened, id: number) => Promise<void>])[] = [
  [
    'here',
    async ({ rig, thread }, id) => {
      const blocking = thread.act(id, 'block');
      await rig.api.latest('/web/chat/{messageId}/action').respond(okResponse({ data: chatOf() }));
      await blocking;
    },
  ],
  ['on another device', ({ rig }) => deliver(rig, markFrame({ is_block: true }))],
];

type Step = (open: Awaited<ReturnType<typeof opened>>) => Promise<void>;

/** What the backend sends afterwards, each with words of the blocked person. */
const entrances: readonly (readonly [string, Step])[] = [
  [
    'a frame with reactions',
    ({ server, receive, mine }) => receive(server.change(mine.id, { reactions }), false),
  ],
  [
    'a patch of reactions',
    (open) => {
      open.server.change(open.mine.id, { reactions });
      return deliver(open.rig, {
        type: 'message_patch',
        user_id: 2,
        id: open.mine.id,
        chat_id: 7,
        reactions,
      });
    },
  ],
  [
    'a frame with an edited text',
    ({ server, receive, theirs }) => receive(server.change(theirs.id, { message: 'a secret edit' }), false),
  ],
  ['a frame with a new text', ({ server, receive }) => receive(server.post(other, 'a new secret'))],
  [
    'a frame with a new quote',
    ({ server, receive, theirs }) =>
      receive(server.post(third, 'an answer', null, { reply_to: quoteOf(theirs) })),
  ],
  [
    'a frame with a new message that has reactions',
    ({ server, receive }) => receive(server.post(third, 'liked', null, { reactions })),
  ],
  [
    'a page after a reconnect',
    async ({ rig, server, theirs, mine }) => {
      rig.sockets.latest().drop();
      server.change(mine.id, { reactions });
      server.post(other, 'a missed secret');
      server.post(third, 'a missed answer', null, { reply_to: quoteOf(theirs), reactions });
      await rig.time.advance(4000);
      rig.sockets.latest().accept();
      await respondToAll(rig, server);
    },
  ],
  [
    'an older page',
    async ({ rig, server, thread }) => {
      void thread.loadOlder();
      await respondToAll(rig, server);
    },
  ],
  [
    'the response to an action',
    async ({ rig, server, thread, mine }) => {
      const acting = thread.react(mine.id, '👍');
      const data = server.change(mine.id, { reactions });
      await rig.api.latest('/web/chat/{messageId}/action').respond(okResponse({ data }));
      await acting;
    },
  ],
  [
    'the response to a post',
    async ({ rig, server, thread, theirs }) => {
      thread.send('an answer of mine');
      await rig.time.frame();
      const data = server.post(me, 'an answer of mine', null, { reply_to: quoteOf(theirs), reactions });
      const request = rig.api.waiting().find(({ input }) => input.body !== undefined);
      await request?.respond(okResponse(data, 201));
      await rig.time.frame();
    },
  ],
];

const cases = entrances.flatMap(([entrance, step]) =>
  blocks.map(([where, block]) => [entrance, where, step, block] as const),
);

describe('a person who is blocked', () => {
  it.each(cases)('stays silent in %s when blocked %s [chat.block-unfiltered]', async (_, __, step, block) => {
    const open = await opened();
    await block(open, open.theirs.id);
    await step(open);
    expect(everything(open)).not.toMatch(/secret|"user":\{"id":2/);
    expect(everything(open)).toContain('mine');
  });

  it.each(cases)(
    'returns with an unblock after %s, blocked %s [chat.block-unfiltered]',
    async (_, __, step, block) => {
      const open = await opened();
      const { rig, server, thread } = open;
      await block(open, open.theirs.id);
      await step(open);
      await deliver(rig, markFrame({ is_block: false }));
      await respondToAll(rig, server);
      const stored = new Map(server.messages().map((one) => [one.id, one]));
      for (let index = 0; index < thread.$state.get().length; index += 1) {
        const item = thread.at(index) as Message;
        expect(item.reactions).toEqual(stored.get(item.id)?.reactions);
        expect(item.reply_to).toEqual(stored.get(item.id)?.reply_to);
      }
      expect(rows(rig.chat)).toContain(stored.get(open.theirs.id)?.message);
    },
  );
});

describe('marks of a backend', () => {
  it('silence a person also in messages of others [chat.block-unfiltered]', async () => {
    const open = await opened();
    const { rig, server, thread, theirs, mine } = open;
    server.change(mine.id, { reactions });
    server.change(theirs.id, { message: '', is_block: true });
    void thread.reload();
    await respondToAll(rig, server);
    expect(everything(open)).not.toMatch(/"user":\{"id":2/);
    expect(thread.$state.get().blockedIds).toEqual([other.id]);

    server.change(theirs.id, { message: 'a secret text', is_block: false });
    void thread.reload();
    await respondToAll(rig, server);
    expect(thread.$state.get().blockedIds).toEqual([]);
    expect(thread.at(thread.indexOf(mine.id))).toMatchObject({ reactions });
    expect(rows(rig.chat)).toContain('a secret text');
  });

  it('of a response to an earlier request do not undo a decision [chat.block-unfiltered]', async () => {
    const open = await opened();
    const { rig, server, thread, theirs } = open;
    void thread.reload();
    await rig.time.frame();
    const request = rig.api.latest('/web/chat/{id}');
    const response = server.respond(request);
    server.change(theirs.id, { is_block: true });
    await deliver(rig, {
      type: 'WebFetchMessage',
      user_id: 1,
      message: message(theirs.id, { is_block: true, message: '' }),
      isScroll: false,
    });
    expect(thread.$state.get().blockedIds).toEqual([other.id]);
    await request.respond(response);
    await rig.time.frame();
    expect(everything(open)).not.toContain('secret');
  });
});

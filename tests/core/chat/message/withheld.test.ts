// Snapshots of messages, and marks of people, after the message is unsent, deleted or its author blocked.
import { isPending } from '@openbell/core/chat';
import { describe, expect, it } from 'vitest';
import { deliver, markFrame, openThread, reopen, respondToAll } from '../open-thread.ts';
import { me, messageFrame, other, rows } from '../support.ts';

type Opened = Awaited<ReturnType<typeof openThread>>;

/** A thread with a message of the other member. */
async function withMessage(): Promise<Opened & { readonly id: number }> {
  const opened = await openThread([]);
  const { id } = opened.server.post(other, 'the secret', null, { reactions: [{ emoji: '👍', user: other }] });
  opened.server.post(me, 'mine', null, {
    reactions: [
      { emoji: '😍', user: other },
      { emoji: '👍', user: { id: 3, first_name: 'Nora' } },
    ],
  });
  void opened.thread.reload();
  await respondToAll(opened.rig, opened.server);
  return { ...opened, id };
}

const withholding: readonly (readonly [string, (opened: Opened, id: number) => Promise<void>])[] = [
  [
    'is unsent',
    ({ rig, server }, id) =>
      deliver(rig, messageFrame(server.change(id, { message: '', delete_from_everyone: true }), false)),
  ],
  [
    'is unsent by a patch',
    ({ rig }, id) =>
      deliver(rig, { type: 'message_patch', user_id: 2, id, chat_id: 7, delete_from_everyone: true }),
  ],
  ['is from someone who was blocked', ({ rig }) => deliver(rig, markFrame({ is_block: true }))],
  [
    'was deleted for the viewer',
    ({ rig, server }, id) => deliver(rig, messageFrame(server.change(id, { deleted_list: [me.id] }), false)),
  ],
];

describe('a message that was quoted', () => {
  it.each(withholding)('leaves the reply bar when it %s [chat.withheld-reply]', async (_, withhold) => {
    const opened = await withMessage();
    const { composer } = opened.thread;
    const quoted = opened.thread.at(0);
    if (quoted === undefined || isPending(quoted)) throw new Error('No message');
    composer.reply(quoted);
    expect(composer.$state.get().replyTo?.message).toBe('the secret');
    await withhold(opened, opened.id);
    expect(composer.$state.get().replyTo).toBeNull();
    composer.reply(quoted);
    composer.setText('an answer');
    composer.submit();
    const { thread } = opened;
    expect(thread.at(thread.$state.get().length)).toMatchObject({ text: 'an answer', reply_to: null });
  });

  it.each(withholding.slice(0, 3))(
    'leaves waiting replies when it %s [chat.withheld-reply]',
    async (_, withhold) => {
      const opened = await withMessage();
      const { rig, thread, id } = opened;
      const quoted = thread.at(0);
      if (quoted === undefined || isPending(quoted)) throw new Error('No message');
      thread.send('an answer', { replyTo: quoted });
      await rig.api.latest('/web/chat/{id}').lose();
      await withhold(opened, id);
      const waiting = thread.at(2);
      expect(waiting).toMatchObject({ text: 'an answer', reply_to: { id, message: '' } });
      expect(JSON.stringify(rig.storage.read('outbox') ?? '')).not.toContain('the secret');
    },
  );
});

describe('a blocked person', () => {
  it('leaves reactions, typing and the mention popup, and returns with an unblock [chat.block-everywhere]', async () => {
    const { rig, thread, server } = await withMessage();
    const reactors = (): string[] => {
      const item = thread.at(1);
      return item === undefined || isPending(item) ? [] : item.reactions.map(({ user }) => user.first_name);
    };
    const typing = { type: 'WebMeesageTyping', chat_id: 7, user_id: other.id, typing: true };
    await deliver(rig, typing);
    thread.composer.setText('@');
    expect(reactors()).toEqual(['Grace', 'Nora']);
    expect(thread.$state.get().typing).toHaveLength(1);
    expect(thread.composer.$state.get().candidates).toHaveLength(1);

    await deliver(rig, markFrame({ is_block: true }));
    thread.composer.setText('@g');
    expect(reactors()).toEqual(['Nora']);
    expect(thread.$state.get().typing).toEqual([]);
    expect(thread.composer.$state.get().candidates).toBeNull();
    await deliver(rig, typing);
    expect(thread.$state.get().typing).toEqual([]);

    await deliver(rig, markFrame({ is_block: false }));
    await respondToAll(rig, server);
    expect(reactors()).toEqual(['Grace', 'Nora']);
    thread.composer.setText('@');
    expect(thread.composer.$state.get().candidates).toHaveLength(1);
  });

  it('leaves the cache of a chat that is not open [chat.block-everywhere]', async () => {
    const { rig, server } = await withMessage();
    rig.page.play('hidden');
    const next = rig.reload();
    next.chat.start();
    next.sockets.latest().accept();
    await respondToAll(next, server);
    await next.time.advance(1000);
    expect(next.storage.read('chats')).toContain('the secret');
    await deliver(next, markFrame({ is_block: true }));
    next.page.play('hidden');
    expect(next.storage.read('chats')).not.toContain('the secret');

    const offline = reopen(next);
    await offline.time.frame();
    expect(rows(offline.chat)).toEqual(['', 'mine']);
  });

  it('returns to the cache of a chat that is not open when it is unblocked [chat.block-everywhere]', async () => {
    const { rig, server } = await withMessage();
    rig.page.play('hidden');
    const next = rig.reload();
    next.chat.start();
    next.sockets.latest().accept();
    await respondToAll(next, server);
    for (const is_block of [true, false]) {
      await deliver(next, markFrame({ is_block }));
      next.page.play('hidden');
    }
    expect(next.storage.read('chats')).toContain('the secret');
  });
});

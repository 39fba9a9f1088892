// The chats of one user are dropped as a whole when the user changes.
import { okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { chatOf, createRig, message, rows } from './support.ts';

describe('a change of the signed-in user', () => {
  it('keeps the text of the composer when it is submitted while signed out', () => {
    const rig = createRig();
    rig.chat.start();
    const { composer } = rig.chat.thread(7);
    rig.$user.set(null);
    const before = rig.api.waiting().length;
    composer.setText('hello');
    expect(composer.submit()).toBe(false);
    expect(composer.$state.get().text).toBe('hello');
    expect(rows(rig.chat)).toEqual([]);
    expect(rig.api.waiting()).toHaveLength(before);
  });

  it('ignores a response to the previous user’s request', async () => {
    const rig = createRig();
    rig.chat.start();
    const thread = rig.chat.thread(7);
    thread.open();
    const page = rig.api.waiting().find(({ path }) => path === '/web/chat/{id}');
    rig.$user.set({ id: 2 });
    await page?.respond(okResponse({ data: chatOf({ messages: [message(1)], first_message_id: -1 }) }));
    expect(rows(rig.chat)).toEqual([]);
    expect(thread.$state.get().status).toBe('loading');
  });
});

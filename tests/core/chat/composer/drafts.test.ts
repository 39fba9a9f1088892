import { okResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { chatOf, createRig, type Rig } from '../support.ts';

const start = (rig: Rig): Rig => {
  rig.api.script('/web/chats', () => okResponse({ data: [chatOf()] }));
  rig.chat.start();
  return rig;
};
const textOf = (rig: Rig, chatId = 7): string => rig.chat.thread(chatId).composer.$state.get().text;

describe('drafts', () => {
  it('are restored per chat after a reload, with mentions [chat.drafts]', async () => {
    const rig = start(createRig());
    await rig.time.advance(0);
    rig.chat.thread(7).composer.setText('@gr');
    rig.chat.thread(7).composer.choose({ id: 2, first_name: 'Grace', dp: null });
    rig.chat.thread(8).composer.setText('in the other chat');
    await rig.time.advance(500);
    const after = start(rig.reload());
    expect([textOf(after), textOf(after, 8), textOf(after, 9)]).toEqual(['@Grace ', 'in the other chat', '']);
    expect(after.chat.thread(7).composer.$state.get().mentions).toEqual([{ user_id: 2, start: 0, end: 6 }]);
  });

  it('are saved after a short delay, and at once when the page is left', async () => {
    const rig = start(createRig());
    const { composer } = rig.chat.thread(7);
    composer.setText('a');
    expect(rig.storage.read('drafts')).toBeNull();
    await rig.time.advance(499);
    composer.setText('ab');
    await rig.time.advance(499);
    expect(rig.storage.read('drafts')).toBeNull();
    rig.page.play('leaving');
    expect(textOf(start(rig.reload()))).toBe('ab');
  });

  it('are removed from storage when they are sent', async () => {
    const rig = start(createRig());
    const { composer } = rig.chat.thread(7);
    composer.setText('to be sent');
    await rig.time.advance(500);
    composer.submit();
    await rig.time.advance(500);
    expect(rig.storage.read('drafts')).toBeNull();
    expect(textOf(start(rig.reload()))).toBe('');
  });

  it('are cleared on sign-out, kept when the session expires, and hidden from other users [chat.drafts]', async () => {
    const rig = start(createRig());
    rig.chat.thread(7).composer.setText('mine alone');
    rig.$state.set({ status: 'signed-out', reason: 'expired' });
    rig.$user.set(null);
    rig.$user.set({ id: 1 });
    expect(textOf(rig)).toBe('mine alone');
    expect(textOf(start(rig.reload()))).toBe('mine alone');
    rig.$user.set({ id: 5 });
    expect(textOf(rig)).toBe('');
    rig.$user.set({ id: 1 });
    expect(textOf(rig)).toBe('mine alone');
    rig.$state.set({ status: 'signed-out', reason: 'signed-out' });
    rig.$user.set(null);
    expect(rig.storage.read('drafts')).toBeNull();
    rig.$user.set({ id: 1 });
    expect(textOf(rig)).toBe('');
  });

  it('are limited to 20 chats and 8,000 UTF-16 units', async () => {
    const rig = start(createRig());
    for (let chatId = 1; chatId <= 25; chatId += 1)
      rig.chat.thread(chatId).composer.setText(`draft ${chatId}`);
    rig.chat.thread(29).composer.setText('x'.repeat(8000));
    rig.chat.thread(30).composer.setText('x'.repeat(8001));
    await rig.time.advance(500);
    const after = start(rig.reload());
    expect([6, 7, 25, 30].map((chatId) => textOf(after, chatId))).toEqual(['', 'draft 7', 'draft 25', '']);
    expect(textOf(after, 29)).toHaveLength(8000);
  });

  it('are restored when the stored draft of another chat is invalid', () => {
    const rig = createRig();
    const drafts = [
      { chat_id: 6, text: 1, mentions: [] },
      { chat_id: 7, text: 'x', mentions: [] },
    ];
    rig.storage.write('drafts', JSON.stringify({ version: 1, user_id: 1, drafts }));
    expect(textOf(start(rig))).toBe('x');
  });

  it('are ignored when the stored data is invalid', () => {
    const stored = (version: number, draft: object): string =>
      JSON.stringify({ version, user_id: 1, drafts: [{ chat_id: 7, text: 'x', mentions: [], ...draft }] });
    const restored = (text: string): string => {
      const rig = createRig();
      rig.storage.write('drafts', text);
      return textOf(start(rig));
    };
    expect(restored(stored(1, {}))).toBe('x');
    for (const text of ['{', '[]', stored(2, {}), stored(1, { text: 1 })]) expect(restored(text)).toBe('');
  });
});

import { OpenbellProvider } from '@openbell/react-hooks';
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HelloMark } from '../../../examples/web/src/pages/chat/chat-page.tsx';
import { createModelServer } from '../../core/chat/model-server.ts';
import { createRig, me, other } from '../../core/chat/support.ts';
import { enter, openApp, USER } from '../account/account-support.tsx';
import { settleAll } from '../chat/support.tsx';

describe('saying hello', () => {
  const server = () => createModelServer({ pageSize: 50, knowsClientId: true });
  const drawMark = async (rig: ReturnType<typeof createRig>) => {
    const app = openApp(
      <OpenbellProvider openbell={{ groupChat: rig.chat }}>
        <HelloMark chatId={7} />
      </OpenbellProvider>,
    );
    await enter(app, { ...USER, id: me.id });
    return () => app.openbell.firstSteps.$steps.get().find(({ step }) => step === 'hello')?.isDone;
  };

  it('is done with any loaded message of the member [first-steps.done]', async () => {
    const rig = createRig();
    const isDone = await drawMark(rig);
    const model = server();
    for (const sender of [other, me, other]) model.post(sender, 'hi');
    rig.chat.thread(7).open();
    expect(isDone()).toBe(false);
    await settleAll(rig, model);
    expect(isDone()).toBe(true);
  });

  it('is done with a message that was loaded before [first-steps.done]', async () => {
    const rig = createRig();
    const model = server();
    for (const sender of [other, me]) model.post(sender, 'hi');
    rig.chat.thread(7).open();
    await settleAll(rig, model);
    const isDone = await drawMark(rig);
    expect(isDone()).toBe(true);
  });

  it('is done when the server has the message, not before [first-steps.done]', async () => {
    const rig = createRig();
    const isDone = await drawMark(rig);
    const model = server();
    rig.chat.thread(7).open();
    await settleAll(rig, model);
    await act(async () => rig.chat.thread(7).send('hello'));
    expect(isDone()).toBe(false);
    await settleAll(rig, model);
    expect(isDone()).toBe(true);
  });
});

import { OpenbellProvider } from '@openbell/react-hooks';
import { FirstSteps } from '@openbell/ui/shell';
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HelloMark } from '../../../examples/web/src/pages/chat/chat-page.tsx';
import { createModelServer } from '../../core/chat/model-server.ts';
import { createRig, me, other } from '../../core/chat/support.ts';
import { enter, openApp, USER } from '../account/account-support.tsx';
import { settleAll } from '../chat/support.tsx';

const hrefOf = (step: string): string => `/to/${step}`;

it('links the open steps, and says which are done and which need a plan [first-steps.offered]', () => {
  render(
    <FirstSteps
      hrefOf={hrefOf}
      steps={[
        { step: 'plan', isDone: false, isOpen: true },
        { step: 'hello', isDone: false, isOpen: false },
        { step: 'lesson', isDone: true, isOpen: true },
      ]}
    />,
  );
  expect(screen.getByRole('region', { name: 'Get started' })).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/to/plan']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Choose a planChats, alerts and market data come with it.',
    'Say helloAvailable with a plan.',
    'Watch the first lessonDone',
  ]);
});

it('renders nothing without steps [first-steps.offered]', () => {
  const { container } = render(<FirstSteps hrefOf={hrefOf} steps={[]} />);
  expect(container.innerHTML).toBe('');
});

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

// A decision about a person in one kind of chats, with a backend that sends no `WebMarkUser`.
import { isPending } from '@openbell/core/chat';
import { describe, expect, it } from 'vitest';
import { createDecisions } from '../../../packages/core/src/chat/decisions.ts';
import { openThread } from './open-thread.ts';
import { createRig, other } from './support.ts';

type Opened = Awaited<ReturnType<typeof openThread>>;

/** A thread of a group chat and one of a personal chat, in one page. */
async function openBoth() {
  const decisions = createDecisions();
  const open = (chatType: 'GR' | 'PR') =>
    openThread(['hello'], 50, createRig(undefined, undefined, undefined, { chatType, decisions }));
  return { GR: await open('GR'), PR: await open('PR') };
}

const messageOf = ({ thread }: Opened) => {
  const row = thread.at(0);
  if (row === undefined || isPending(row)) throw new Error('No message');
  return row;
};

describe('a block', () => {
  it('that a group chat learns from a message applies to personal chats [chat.withheld-reply]', async () => {
    const { GR, PR } = await openBoth();
    await GR.receive(GR.server.post(other, '', null, { is_block: true }));
    await PR.rig.time.frame();
    expect(messageOf(PR)).toMatchObject({ is_block: true, message: '' });
  });

  it('does not reach the chats of another viewer, or after they have ended', () => {
    const decisions = createDecisions();
    const heard: string[] = [];
    const ended = new AbortController();
    const join = (viewerId: number, name: string, signal = new AbortController().signal) =>
      decisions.join(viewerId, (userId) => void heard.push(`${name} ${userId}`), signal);
    const report = join(1, 'own');
    join(1, 'same');
    join(2, 'another');
    join(1, 'ended', ended.signal);
    ended.abort();
    join(1, 'late', ended.signal);
    report(9, { is_block: true });
    expect(heard).toEqual(['same 9']);
  });
});

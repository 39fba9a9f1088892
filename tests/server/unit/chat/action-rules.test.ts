import { unsendWindowMs } from '@openbell/core/chat/projection';
import { expect, test } from 'vitest';
import { judgeAction } from '../../../../examples/server/src/chat/action-rules.ts';

const message = { senderId: 1, unsent: false, activity: false, createdAt: new Date(0) };
const status = (action: 'delete' | 'unsend', memberId: number, now = 0) =>
  judgeAction(action, message, { memberId, now })?.status ?? 200;

test('allows delete to the sender and the receiver, and unsend for exactly one day', () => {
  expect([status('delete', 1), status('delete', 2)]).toEqual([200, 200]);
  expect([status('unsend', 1, unsendWindowMs), status('unsend', 1, unsendWindowMs + 1)]).toEqual([200, 409]);
});

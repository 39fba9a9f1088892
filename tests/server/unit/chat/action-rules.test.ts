import { describe, expect, test } from 'vitest';
import { judgeAction, UNSEND_WINDOW_MS } from '../../../../examples/server/src/chat/action-rules.ts';

describe('permissions of message actions', () => {
  const target = { senderId: 1, unsent: false, activity: false, createdAt: new Date(0) };
  const status = (action: Parameters<typeof judgeAction>[0], by: number, changes = {}, now = 0) =>
    judgeAction(action, { ...target, ...changes }, { memberId: by, now })?.status ?? 200;

  test('allows unsend to the sender, delete to both, and all other actions to the receiver', () => {
    for (const action of ['report', 'mute', 'unmute', 'block', 'unblock', 'react'] as const) {
      expect([status(action, 1), status(action, 2)]).toEqual([403, 200]);
    }
    expect([status('unsend', 1), status('unsend', 2)]).toEqual([200, 403]);
    expect([status('delete', 1), status('delete', 2)]).toEqual([200, 200]);
  });

  test('allows only delete on unsent messages and notices, and unsend for one day', () => {
    for (const changes of [{ unsent: true }, { activity: true }]) {
      expect(status('unsend', 1, changes)).toBe(409);
      expect(status('react', 2, changes)).toBe(409);
      expect(status('delete', 2, changes)).toBe(200);
    }
    expect(status('unsend', 1, {}, UNSEND_WINDOW_MS)).toBe(200);
    expect(status('unsend', 1, {}, UNSEND_WINDOW_MS + 1)).toBe(409);
  });
});

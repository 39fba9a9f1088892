import { expect, onTestFinished, test, vi } from 'vitest';
import { openMemberConnection } from '../../../../../examples/server/src/chat/socket/member-connection.ts';
import { createLogger } from '../../../../../examples/server/src/log.ts';
import { noMetrics } from '../../../../../examples/server/src/metrics/metrics.ts';
import { FakeSocket } from '../../market/options-feed/support.ts';

test('terminates a closed socket when the client has not answered the close after two seconds', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const socket = new FakeSocket();
  const clock = { now: () => 0 };
  const connection = openMemberConnection({
    context: { clock, log: createLogger({ clock, write: () => undefined }), metrics: noMetrics },
    ws: socket.asSocket(),
    userId: 1,
    sessionId: 1,
    onFrame: async () => undefined,
    onClosed: () => undefined,
  });
  connection.close(4401, 'Signed out.');
  vi.advanceTimersByTime(1_999);
  expect([socket.closed?.code, socket.terminated]).toEqual([4401, false]);
  vi.advanceTimersByTime(1);
  expect(socket.terminated).toBe(true);
});

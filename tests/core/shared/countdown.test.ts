import { createFakeTime } from '@openbell/testing';
import { expect, test } from 'vitest';
import { createCountdown } from '../../../packages/core/src/shared/countdown.ts';

const NOW = Date.UTC(2026, 10, 21, 15);

function begin(seconds: number | null) {
  const time = createFakeTime(NOW);
  const countdown = createCountdown(time);
  countdown.begin(seconds);
  return { time, countdown, left: () => countdown.$secondsLeft.get() };
}

test('counts whole seconds down to 0, then has no timer', async () => {
  const { time, left } = begin(3);
  const seen = [left()];
  for (let second = 0; second < 3; second += 1) {
    await time.advance(999);
    seen.push(left());
    await time.advance(1);
    seen.push(left());
  }
  expect(seen).toEqual([3, 3, 2, 2, 1, 1, 0]);
  expect(time.pending()).toBe(0);
});

test.each([
  [null, 0],
  [0, 0],
  [-5, 0],
  [0.2, 1],
  [1e9, 86_400],
])('begins %s seconds at %s', (seconds, shown) => {
  expect(begin(seconds).left()).toBe(shown);
});

test('replaces an earlier countdown, and stop ends it', async () => {
  const { time, countdown, left } = begin(60);
  countdown.begin(5);
  await time.advance(1000);
  expect(left()).toBe(4);
  expect(time.pending()).toBe(1);
  countdown.stop();
  expect([left(), time.pending()]).toEqual([0, 0]);
});

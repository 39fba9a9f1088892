import { expect, test } from 'vitest';
import { createConcurrencyLimit } from '../../../../examples/server/src/http/limits/concurrency-limit.ts';

function later() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
const settled = () => new Promise((done) => setImmediate(done));

test('delays work of one key beyond the limit and starts it in order', async () => {
  const turns = createConcurrencyLimit(2);
  const gates = [later(), later(), later(), later()];
  const started: number[] = [];
  const results = gates.map((gate, index) =>
    turns.run('ann', async () => {
      started.push(index);
      await gate.promise;
      return index;
    }),
  );
  await settled();
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve();
  await settled();
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  expect(turns.size()).toBe(0);
});

test('does not delay work of another key', async () => {
  const turns = createConcurrencyLimit(1);
  const gate = later();
  const first = turns.run('ann', () => gate.promise);
  expect(await turns.run('bob', async () => 'done')).toBe('done');
  gate.resolve();
  await first;
});

test('releases the place of failed work', async () => {
  const turns = createConcurrencyLimit(1);
  const failed = turns.run('ann', () => Promise.reject(new Error('broken')));
  const next = turns.run('ann', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(turns.size()).toBe(0);
});

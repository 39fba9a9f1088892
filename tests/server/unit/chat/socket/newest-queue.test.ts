import { expect, test } from 'vitest';
import { createNewestQueue } from '../../../../../examples/server/src/chat/socket/newest-queue.ts';

/** A queue whose values are handled when the test says so. */
function heldQueue(limit: number) {
  const started: string[] = [];
  const errors: unknown[] = [];
  let finish: (error?: Error) => void = () => undefined;
  const queue = createNewestQueue<string, string>({
    limit,
    handle: (value) => {
      started.push(value);
      return new Promise((resolve, reject) => {
        finish = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
    onError: (error) => errors.push(error),
  });
  const next = async (error?: Error) => {
    finish(error);
    await new Promise(setImmediate);
  };
  return { queue, started, errors, next };
}

test('handles one value at a time and only the newest of each key', async () => {
  const { queue, started, next } = heldQueue(10);
  queue.add('ann', 'ann 1');
  for (const value of ['ann 2', 'ann 3']) queue.add('ann', value);
  queue.add('bob', 'bob 1');
  queue.add('ann', 'ann 4');
  expect(started).toEqual(['ann 1']);
  for (let count = 0; count < 4; count += 1) await next();
  expect(started).toEqual(['ann 1', 'ann 4', 'bob 1']);
  expect(queue.size()).toBe(0);
});

test('drops values of further keys when the limit of waiting keys is reached', async () => {
  const { queue, started, next } = heldQueue(2);
  for (const key of ['a', 'b', 'c', 'd']) queue.add(key, key);
  expect(queue.size()).toBe(2);
  for (let count = 0; count < 4; count += 1) await next();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('continues after an error', async () => {
  const { queue, started, errors, next } = heldQueue(2);
  queue.add('a', 'a');
  queue.add('b', 'b');
  await next(new Error('lost'));
  await next();
  queue.add('c', 'c');
  expect([started, errors.map(String)]).toEqual([['a', 'b', 'c'], ['Error: lost']]);
});

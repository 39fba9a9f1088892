import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatches } from '../../../../../examples/server/src/chat/socket/batches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function collect(handle?: (key: string, items: readonly number[]) => Promise<void>) {
  const handled: [string, readonly number[]][] = [];
  const errors: unknown[] = [];
  const batches = createBatches<string, number>({
    intervalMs: 500,
    handle: async (key, items) => {
      handled.push([key, items]);
      await handle?.(key, items);
    },
    onError: (error) => errors.push(error),
  });
  return { batches, handled, errors };
}

test('handles the first item of a quiet key at once and collects the following ones', async () => {
  const { batches, handled } = collect();
  for (const item of [1, 2, 3]) batches.add('a', item);
  batches.add('b', 9);
  expect(handled).toEqual([
    ['a', [1]],
    ['b', [9]],
  ]);
  await vi.advanceTimersByTimeAsync(500);
  expect(handled.slice(2)).toEqual([['a', [2, 3]]]);
  await vi.advanceTimersByTimeAsync(500);
  batches.add('a', 4);
  expect(handled.slice(3)).toEqual([['a', [4]]]);
});

test('does not start a batch while the previous one of its key is running', async () => {
  let finish: () => void = () => undefined;
  const { batches, handled } = collect((_key, items) =>
    items[0] === 1
      ? new Promise((resolve) => {
          finish = resolve;
        })
      : Promise.resolve(),
  );
  batches.add('a', 1);
  batches.add('a', 2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(handled).toHaveLength(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(handled.slice(1)).toEqual([['a', [2]]]);
});

test('continues after a failed batch and reports the error', async () => {
  const { batches, handled, errors } = collect((_key, items) =>
    items[0] === 1 ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  batches.add('a', 1);
  batches.add('a', 2);
  await vi.advanceTimersByTimeAsync(500);
  expect(errors).toEqual([new Error('away')]);
  expect(handled.slice(1)).toEqual([['a', [2]]]);
});

test('handles the collected items before close resolves', async () => {
  const { batches, handled } = collect();
  for (const item of [1, 2]) batches.add('a', item);
  await batches.close();
  expect(handled).toEqual([
    ['a', [1]],
    ['a', [2]],
  ]);
});

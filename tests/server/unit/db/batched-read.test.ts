import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchedRead } from '../../../../examples/server/src/db/batched-read.ts';
import type { Db } from '../../../../examples/server/src/db/database.ts';

const db = {} as Db;

/** A read whose answers the test gives, and the keys that it was called with. */
function pendingReads() {
  const calls: { readonly keys: readonly number[]; respond(): void; fail(error: Error): void }[] = [];
  const read = batchedRead<number, string>(
    (key) => key,
    (_db, keys) => {
      const call = calls.length;
      const values = keys.map((key) => `${key} of read ${call}`);
      return new Promise((resolve, reject) => {
        calls.push({ keys, respond: () => resolve(values), fail: reject });
      });
    },
  );
  return { calls, read };
}

test('reads the keys of one turn together and equal keys once', async () => {
  const { calls, read } = pendingReads();
  const values = Promise.all([read(db, 1), read(db, 2), read(db, 1)]);
  await turn();
  expect(calls.map(({ keys }) => keys)).toEqual([[1, 2]]);
  calls[0]?.respond();
  expect(await values).toEqual(['1 of read 0', '2 of read 0', '1 of read 0']);
});

test('reads a key again when it is requested after its read began', async () => {
  const { calls, read } = pendingReads();
  const first = read(db, 1);
  await turn();
  const second = read(db, 1);
  await turn();
  expect(calls).toHaveLength(2);
  calls[1]?.respond();
  calls[0]?.respond();
  expect([await first, await second]).toEqual(['1 of read 0', '1 of read 1']);
});

test('collects keys while two reads run', async () => {
  const { calls, read } = pendingReads();
  const values: Promise<string>[] = [];
  for (const key of [1, 2, 3, 4]) {
    values.push(read(db, key));
    await turn();
  }
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]]);
  calls[0]?.respond();
  await values[0];
  await turn();
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
});

test('reads at most 100 keys at once', async () => {
  const { calls, read } = pendingReads();
  const values = Promise.all(Array.from({ length: 150 }, (_, key) => read(db, key)));
  await turn();
  calls[0]?.respond();
  await turn();
  calls[1]?.respond();
  expect(calls.map(({ keys }) => keys.length)).toEqual([100, 50]);
  expect(await values).toHaveLength(150);
});

test('reads the keys of two databases apart', async () => {
  const { calls, read } = pendingReads();
  void read(db, 1);
  void read({} as Db, 2);
  await turn();
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]]);
});

test('rejects the requests of a failed read only', async () => {
  const { calls, read } = pendingReads();
  const failed = [read(db, 1), read(db, 2)];
  await turn();
  calls[0]?.fail(new Error('The database is away.'));
  for (const value of failed) await expect(value).rejects.toThrow('away');
  const later = read(db, 1);
  await turn();
  calls[1]?.respond();
  expect(await later).toBe('1 of read 1');
});

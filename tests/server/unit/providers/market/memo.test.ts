import { describe, expect, it } from 'vitest';
import { createMemo } from '../../../../../examples/server/src/providers/market/memo.ts';

const setUp = (limit = 10) => {
  let now = 0;
  let created = 0;
  const memo = createMemo<number>({ now: () => now, keepFor: 100, limit });
  const ask = (key: string) =>
    memo.get(key, async () => {
      created += 1;
      return created;
    });
  return {
    memo,
    ask,
    made: () => created,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe('cached responses', () => {
  it('share one call between parallel requests', async () => {
    const { ask, made } = setUp();
    expect(await Promise.all([ask('a'), ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 1, 2]);
    expect(made()).toBe(2);
  });

  it('are fetched again when they expire', async () => {
    const { ask, pass } = setUp();
    await ask('a');
    pass(99);
    expect(await ask('a')).toBe(1);
    pass(1);
    expect(await ask('a')).toBe(2);
  });

  it('are limited in number, and the oldest is removed first', async () => {
    const { ask } = setUp(2);
    for (const key of ['a', 'b', 'c']) await ask(key);
    expect(await ask('c')).toBe(3);
    expect(await ask('b')).toBe(2);
    expect(await ask('a')).toBe(4);
  });

  it('count as newest after a refresh', async () => {
    const { ask, pass } = setUp(2);
    await ask('a');
    await ask('b');
    pass(100);
    expect([await ask('a'), await ask('c'), await ask('a')]).toEqual([3, 4, 3]);
  });

  it('never include a failure', async () => {
    const { memo, ask } = setUp();
    await expect(memo.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await ask('a')).toBe(1);
  });
});

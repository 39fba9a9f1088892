import { expect, test } from 'vitest';
import { retryConflicts } from '../../../../examples/server/src/db/retry-transactions.ts';

/** Work that fails as often as it has errors, then succeeds. */
function failing(...errors: readonly unknown[]) {
  let tries = 0;
  const work = async () => {
    const error = errors[tries];
    tries += 1;
    if (error !== undefined) throw error;
    return 'done';
  };
  return { work, tries: () => tries };
}

/** A driver error, wrapped by Drizzle. */
const databaseError = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error(code), { code }) });

test.each(['40001', '40P01'])('retries %s, three times at most [calls.transaction-retried]', async (code) => {
  const threeFailures = failing(databaseError(code), databaseError(code), databaseError(code));
  expect(await retryConflicts(threeFailures.work)).toBe('done');
  const manyFailures = failing(...Array.from({ length: 9 }, () => databaseError(code)));
  await expect(retryConflicts(manyFailures.work)).rejects.toThrow('Failed query');
  expect([threeFailures.tries(), manyFailures.tries()]).toEqual([4, 4]);
});

test('throws other errors without a retry', async () => {
  for (const error of [databaseError('23505'), new Error('a refusal'), 'a text', null]) {
    const work = failing(error);
    await expect(retryConflicts(work.work)).rejects.toBe(error);
    expect(work.tries()).toBe(1);
  }
});

import { expect, test } from 'vitest';
import { retryGivenUp } from '../../../../examples/server/src/db/retry-transactions.ts';

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

/** As drizzle hands on what the driver threw. */
const given = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error(code), { code }) });

test.each(['40001', '40P01'])('retries %s, three times at most [calls.transaction-retried]', async (code) => {
  const soon = failing(given(code), given(code), given(code));
  expect(await retryGivenUp(soon.work)).toBe('done');
  const never = failing(...Array.from({ length: 9 }, () => given(code)));
  await expect(retryGivenUp(never.work)).rejects.toThrow('Failed query');
  expect([soon.tries(), never.tries()]).toEqual([4, 4]);
});

test('throws other errors without a retry', async () => {
  for (const error of [given('23505'), new Error('a refusal'), 'a text', null]) {
    const work = failing(error);
    await expect(retryGivenUp(work.work)).rejects.toBe(error);
    expect(work.tries()).toBe(1);
  }
});

// Nothing moves when a page's data arrives on a phone. every-page.spec.ts checks it on a desktop.
import { measureShifts } from '../visual/every-page.ts';
import { test } from '../visual/still-test.ts';

test('nothing moves when the data of a page arrives on a phone [look.shift]', async ({ look }) => {
  test.setTimeout(240_000);
  await measureShifts(look('phone', 'light'));
});

import { expect, test } from 'vitest';
import { createWindowFinder } from '../../../../examples/server/src/security/window-finder.ts';

test('removes expired windows once a minute', () => {
  const windows = new Map([
    ['ann', { expiresAt: 1_000 }],
    ['bob', { expiresAt: 60_001 }],
  ]);
  const find = createWindowFinder(windows);
  expect([find('ann', 0), find('bob', 59_999)]).toEqual([{ expiresAt: 1_000 }, { expiresAt: 60_001 }]);
  expect([...windows.keys()]).toEqual(['ann', 'bob']);
  expect(find('bob', 60_000)).toEqual({ expiresAt: 60_001 });
  expect([...windows.keys()]).toEqual(['bob']);
});

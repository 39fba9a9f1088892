import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMinId } from '../../../../examples/server/src/chat/history.ts';

test('reads min_id as an integer, as missing, or as invalid', () => {
  expect(readMinId(undefined)).toBeNull();
  expect(readMinId('')).toBeNull();
  fc.assert(fc.property(fc.maxSafeInteger(), (id) => readMinId(String(id)) === id));
  for (const wrong of ['a', '1.0', '1e3', ' 1', '+1', '--1', '99999999999999999', '0x1', '１']) {
    expect(readMinId(wrong)).toBeUndefined();
  }
});

import { describe, expect, test } from 'vitest';
import { isJsonEqual } from '../../../packages/core/src/shared/equality.ts';

describe('isJsonEqual', () => {
  test('compares values, not references or the order of keys', () => {
    expect(isJsonEqual({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(isJsonEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isJsonEqual([1], { 0: 1 })).toBe(false);
    expect(isJsonEqual(null, {})).toBe(false);
  });
});

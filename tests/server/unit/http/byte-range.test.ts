import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from '../../../../examples/server/src/http/files/byte-range.ts';

test('keeps a byte range within the file', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, from, to) => {
      const range = readRange(`bytes=${from ?? ''}-${to ?? ''}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThan(size);
      expect(range.start).toBeLessThanOrEqual(range.end);
    }),
  );
  expect(readRange('bytes=0-1,3-4', 9)).toBeNull();
  expect(readRange('bytes=-4', 9)).toEqual({ start: 5, end: 8 });
  expect(readRange('bytes=9-', 9)).toBe('unsatisfiable');
});

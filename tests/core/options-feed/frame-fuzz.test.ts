// The scanner against JSON.parse: more frames than a property test has time for. A million where CI is set.
import { expect, test } from 'vitest';
import { compareReadings } from './frame-cases.ts';

const cases = process.env.CI ? 1_000_000 : 400_000;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test('reads frames of every kind like JSON.parse [market.scanner]', () => {
  const { differing, kept, valid } = compareReadings(cases, seed);
  expect(differing, `FUZZ_SEED=${seed}`).toEqual([]);
  // The frames are such that something could be found: many are JSON, and hold trades to keep.
  expect(valid).toBeGreaterThan(cases / 10);
  expect(kept).toBeGreaterThan(cases / 10);
});

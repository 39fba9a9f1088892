// Compares the scanner with JSON.parse on more frames than a property test. One million if CI is set.
import { expect, test } from 'vitest';
import { compareReadings } from './frame-cases.ts';

const cases = process.env.CI ? 1_000_000 : 400_000;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test('reads frames of every kind like JSON.parse [market.scanner]', () => {
  const { differing, stored, valid } = compareReadings(cases, seed);
  expect(differing, `FUZZ_SEED=${seed}`).toEqual([]);
  // Checks that many frames are valid JSON and contain trades to keep.
  expect(valid).toBeGreaterThan(cases / 10);
  expect(stored).toBeGreaterThan(cases / 10);
});

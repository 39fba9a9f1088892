// Compares the scanner with JSON.parse. Longer: FUZZ_CASES=100000000 npm run test:long -- million
import { expect, test } from 'vitest';
import { compareReadings } from './frame-cases.ts';

const cases = Number(process.env.FUZZ_CASES ?? 10_000_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test('reads ten million frames like JSON.parse', () => {
  const { differing, stored, valid } = compareReadings(cases, seed);
  expect(differing, `FUZZ_SEED=${seed}`).toEqual([]);
  // Checks that many frames are valid JSON and contain trades to keep.
  expect(valid).toBeGreaterThan(cases / 10);
  expect(stored).toBeGreaterThan(cases / 10);
});

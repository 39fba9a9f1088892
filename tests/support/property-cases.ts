/**
 * The number of cases of a property test: `usual` with random values (`npm run test:long`), `long` in the project `million`
 * (vitest.config.ts). A third of `usual` in `npm test`, whose fixed values find nothing new from run to run.
 */
export function propertyCases(usual: number, long: number = usual * 20): number {
  if (process.env.LONG_PROPERTY_TESTS === '1') return long;
  return process.env.RANDOM_SEEDS === '1' ? usual : Math.ceil(usual / 3);
}

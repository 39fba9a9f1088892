/** The number of cases of a property test: few by default, many in the project `long` (vitest.config.ts). */
export function propertyCases(usual: number, long: number = usual * 20): number {
  return process.env.LONG_PROPERTY_TESTS === '1' ? long : usual;
}

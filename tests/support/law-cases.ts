/** How many cases a law is tried on: a quick few in every run, many in the long one (vitest.config.ts, project `long`). */
export function lawCases(usual: number, long: number = usual * 20): number {
  return process.env.LONG_LAWS === '1' ? long : usual;
}

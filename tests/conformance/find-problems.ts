// Compares the rules with test titles and with the results of a run.
import type { Claim } from './read-titles.ts';
import type { TestResult } from './results.ts';
import type { Rule } from './rule.ts';

/** Duplicate ids, rules without a test, and ids in titles that are not rules. */
export function claimProblems(rules: readonly Rule[], claims: readonly Claim[]): string[] {
  const ids = rules.map((rule) => rule.id);
  const known = new Set(ids);
  const claimed = new Set(claims.map((claim) => claim.id));
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two rules have the id ${id}`),
    ...ids.filter((id) => !claimed.has(id)).map((id) => `no test has the id ${id} in its title`),
    ...claims
      .filter(({ id }) => !known.has(id))
      .map(({ file, id }) => `${file} names ${id}, which is not a rule`),
  ];
}

/** Rules in titles without a passed test. */
export function runProblems(claims: readonly Claim[], results: readonly TestResult[]): string[] {
  const hasRun = (claim: Claim): boolean =>
    results.some(({ file, ids }) => file === claim.file && ids.includes(claim.id));
  return [
    ...claims.filter((claim) => !hasRun(claim)).map(({ file, id }) => `${file} names ${id} and has not run`),
    ...results
      .filter((result) => !result.passed)
      .map(({ ids, file, title }) => `${ids.join(', ')} failed: ${file} › ${title}`),
  ];
}

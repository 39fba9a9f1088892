// The last step of `npm run test:long`: every rule of the specification has a test, and it has passed, in `npm test` or in
// `npm run test:long`. Writes nothing.
import { claimProblems, runProblems } from './find-problems.ts';
import { readRules } from './read-rules.ts';
import { readClaims } from './read-titles.ts';
import { readRuns } from './results.ts';

const { rules, problems: pageProblems } = readRules();
const claims = readClaims();
const results = [...readRuns().values()].flatMap(({ tests }) => tests).filter(({ ids }) => ids.length > 0);
const problems = [...pageProblems, ...claimProblems(rules, claims), ...runProblems(claims, results)];

for (const problem of problems) console.error(problem);
console.log(`${rules.length} rules, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

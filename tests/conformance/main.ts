// The last step of `npm test`: every rule of the specification has a test that has passed. Writes nothing.
import { claimProblems, runProblems } from './find-problems.ts';
import { readRules } from './read-rules.ts';
import { readClaims } from './read-titles.ts';
import { readResults } from './results.ts';

const { rules, problems: pageProblems } = readRules();
const claims = readClaims();
const problems = [...pageProblems, ...claimProblems(rules, claims), ...runProblems(claims, readResults())];

for (const problem of problems) console.error(problem);
console.log(`${rules.length} rules, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

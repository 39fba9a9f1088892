// The last step of `npm test`: every rule of the specification has a test that has just passed, and the page says which.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimProblems, conformancePage, runProblems } from './join.ts';
import { readRules } from './read-rules.ts';
import { readClaims } from './read-titles.ts';
import { readResults } from './results.ts';

const root = join(import.meta.dirname, '../..');
const page = 'docs/conformance.md';

/** As `biome ci` wants it. */
function formatted(text: string): string {
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout, status } = spawnSync(biome, ['format', `--stdin-file-path=${page}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  if (status !== 0) throw new Error(`biome cannot format ${page}`);
  return stdout;
}

function current(): string {
  try {
    return readFileSync(join(root, page), 'utf8');
  } catch {
    return '';
  }
}

const rules = await readRules();
const results = readResults();
const claims = readClaims();
const problems = [...claimProblems(rules, claims), ...runProblems(claims, results)];

if (problems.length === 0) {
  const fresh = formatted(conformancePage(rules, results));
  if (fresh !== current()) {
    writeFileSync(join(root, page), fresh);
    problems.push(
      process.env.CI === undefined
        ? `${page} was out of date and has been written anew: commit it`
        : `${page} is out of date: run npm test and commit ${page}`,
    );
  }
}

for (const problem of problems) console.error(problem);
console.log(`${rules.length} rules, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

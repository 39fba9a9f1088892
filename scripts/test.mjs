// `npm test`: runs all checks, the fastest first. `npm run test:long`: runs the slow ones, with more cases, sizes and
// frameworks. `-- <step> …` runs single steps; a file after them runs that file alone; `--from <step>` resumes.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { deleteResults, filesRunSince, readRuns } from '../tests/conformance/results.ts';
import { ensureBrowser, ensureHeadlessShell } from './browser.mjs';
import { root, seconds } from './run.mjs';
import { longStages, stages } from './test-steps.mjs';

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false }, from: { type: 'string' } },
  allowPositionals: true,
});
const command = values.long ? 'npm run test:long' : 'npm test';
const selected = values.long ? longStages : stages;
const steps = selected.flat(2);
const files = positionals.filter((name) => name.includes('/'));
const chosen = positionals.filter((name) => !name.includes('/'));
const first = values.from === undefined ? 0 : steps.findIndex(({ name }) => name === values.from);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0 || first === -1) {
  const names = steps.map(({ name }) => name).join(', ');
  console.error(
    `Unknown step: ${[...unknown, ...(first === -1 ? [values.from] : [])].join(', ')}. Steps: ${names}.`,
  );
  process.exit(1);
}
const isWanted = (step) =>
  steps.indexOf(step) >= first && (chosen.length === 0 || chosen.includes(step.name));
const wanted = steps.filter(isWanted);

const results = join(root, 'test-results');
const logs = join(results, 'steps');
mkdirSync(logs, { recursive: true });
const unrecorded = join(results, 'unrecorded.txt');
rmSync(unrecorded, { force: true });

// Property tests with random values (tests/support/fixed-seed.ts).
if (values.long) process.env.RANDOM_SEEDS = '1';

const begin = performance.now();
if (wanted.some(({ needsBrowser }) => needsBrowser)) {
  // An explicit CHROME_PATH is used for all browser tests.
  const named = process.env.CHROME_PATH;
  process.env.CHROME_PATH = ensureBrowser();
  if (named === undefined) process.env.HEADLESS_SHELL_PATH = ensureHeadlessShell() ?? '';
}

const runsBefore = readRuns();
/** @type {{ name: string, good: boolean, time: string }[]} */
const done = [];

async function runStep(step) {
  const start = performance.now();
  const { projects = [step.name] } = step;
  // A run of single files keeps the results of the others.
  if (files.length === 0) deleteResults(projects);
  console.log(`▸ ${step.name}: ${step.about} …`);
  const { code, output } = await step.run(files);
  const good = code === 0;
  const time = seconds(start);
  done.push({ name: step.name, good, time });
  writeFileSync(
    join(logs, `${step.name}.log`),
    stripVTControlCharacters(`${output}\nexit code ${code}, ${time}\n`),
  );
  console.log(`${good ? '✓' : '✗'} ${step.name} (${time})${counts(output)}`);
  if (!good) console.log(output);
}

// Every stage runs whatever fails, so that one run lists all failures.
for (const lanes of selected) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane.filter(isWanted)) await runStep(step);
    }),
  );
}

/** The test counts in a runner's output. */
function counts(output) {
  const plain = stripVTControlCharacters(output);
  const count =
    /Tests\s+(.*\d+ (?:passed|failed).*)/.exec(plain)?.[1] ?? /^\s+(\d+ passed) \(.*\)$/m.exec(plain)?.[1];
  return count === undefined ? '' : ` ${count.trim()}`;
}

const ran = filesRunSince(runsBefore);
const slowest = ran.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
if (slowest.length > 0) console.log('\nSlowest files:');
for (const { step, file, seconds: time } of slowest)
  console.log(`${time.toFixed(1).padStart(7)} s  ${step}  ${file}`);

if (existsSync(unrecorded)) {
  const lines = new Set(readFileSync(unrecorded, 'utf8').trimEnd().split('\n'));
  console.log(`\nNot recorded yet (npm run record):\n  ${[...lines].sort().join('\n  ')}`);
}

const failed = done.filter(({ good }) => !good);
if (failed.length > 0) console.log('\nFailed:');
for (const { name } of failed) {
  const { projects = [name] } = steps.find((step) => step.name === name);
  const reds = ran.filter(({ step }) => projects.includes(step)).flatMap(({ failed }) => failed);
  if (reds.length === 0) console.log(`  ${name} (test-results/steps/${name}.log): ${command} -- ${name}`);
  for (const { file, title } of reds)
    console.log(`  ${file} › ${title === '' ? 'the file itself' : title}\n    ${command} -- ${name} ${file}`);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = failed.map(({ name }) => name).join(', ');
console.log(`\nOpenbell ${version}, ${seconds(begin)}${names === '' ? '' : `; failed: ${names}`}`);
console.log(`${done.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

// `npm test`: everything a change can break, in order of how soon it can fail. `npm run test:long`: what proves the same
// over more cases, sizes and strangers, and takes its time. `-- <step> …` runs some steps alone.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureBrowser, ensureHeadlessShell } from './browser.mjs';
import { buildPackages, packages } from './build.mjs';
import { buildWeb } from './build-web.mjs';
import { bin, root, run, seconds } from './run.mjs';

const node = bin('node');
const tool = (path, ...args) =>
  run(node, [join(root, 'node_modules', path), ...args], { env: { FORCE_COLOR: '0' } });
const vitest = (...projects) =>
  tool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=./tests/conformance/vitest-reporter.ts',
    ...projects.flatMap((name) => ['--project', name]),
  );
/** attw packs with npm; stylesheets have no types to be wrong about. */
const checkPackage = async (name) => {
  const cwd = join(root, 'packages', name);
  const lint = await run(node, [join(root, 'node_modules/publint/src/cli.js'), '--strict'], { cwd });
  if (lint.code !== 0) return lint;
  const { exports: entries } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const untyped = Object.keys(entries).filter((entry) => /\.(css|json)$/.test(entry));
  const args = [
    '--pack',
    '.',
    '--profile',
    'esm-only',
    '--no-color',
    '--exclude-entrypoints',
    ...untyped.map((entry) => entry.slice(2)),
  ];
  return run(node, [join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js'), ...args], { cwd });
};

const lint = {
  name: 'lint',
  about: 'format and lint',
  run: () => run(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
};
const types = {
  name: 'types',
  about: 'types of everything',
  run: () => tool('typescript7/bin/tsc', '-p', '.'),
};
const unused = {
  name: 'unused',
  about: 'unused files, exports and dependencies',
  run: () => tool('knip/bin/knip.js', '--no-progress'),
};
const unit = {
  name: 'unit',
  about: 'rules and engines: no network, no browser, no real time',
  run: () => vitest('unit'),
};
const fuzz = {
  name: 'fuzz',
  about: 'engines against plain ones, case by case by the hundred thousand',
  run: () => vitest('fuzz'),
};
const house = {
  name: 'house',
  about: 'the architecture: imports, purity, the export surface',
  run: () => vitest('house'),
};
const react = { name: 'react', about: 'hooks and components', run: () => vitest('react') };
const server = {
  name: 'server',
  about: 'the server, its sockets, and the contract over real HTTP',
  run: () => vitest('server'),
};
const packed = {
  name: 'packages',
  about: 'build, publint, are the types wrong',
  run: async () => {
    const failure = await buildPackages();
    if (failure !== null) return { code: 1, output: failure };
    for (const name of packages) {
      const result = await checkPackage(name);
      if (result.code !== 0) return { ...result, output: `@openbell/${name}\n${result.output}` };
    }
    return { code: 0, output: '' };
  },
};
const consumers = {
  name: 'consumers',
  about: 'strangers that install the packed packages',
  needsBrowser: true,
  run: () => vitest('consumers'),
};
const web = {
  name: 'web',
  about: 'what is sent to a browser, and whole journeys in Chromium against the real server',
  needsBrowser: true,
  run: async () => {
    await buildWeb();
    const sizes = await run(node, [join(root, 'scripts/sizes.mjs')]);
    if (sizes.code !== 0) return sizes;
    return run(node, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], { inherit: true });
  },
};

const conformance = {
  name: 'conformance',
  about: 'each rule of the specification is proven by a test that has passed',
  run: () => run(node, [join(root, 'tests/conformance/main.ts')]),
};

const long = {
  name: 'long',
  about: 'frameworks that install the packed packages, and cases by the million',
  needsBrowser: true,
  run: async () => {
    const failure = await buildPackages();
    return failure === null ? vitest('long') : { code: 1, output: failure };
  },
};
const webLong = {
  name: 'web-long',
  about: 'every page in every appearance, and long journeys in Chromium',
  needsBrowser: true,
  run: async () => {
    await buildWeb();
    return run(node, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], {
      inherit: true,
      env: { LONG_TESTS: '1' },
    });
  },
};
const visual = {
  name: 'visual',
  about: 'every page and every story beside the picture of it that is kept',
  needsBrowser: true,
  run: () => run(node, [join(root, 'scripts/visual.mjs')], { inherit: true }),
};
const docs = {
  name: 'docs',
  about: 'the documents are made, each link in them leads somewhere, and each live example runs in Chromium',
  needsBrowser: true,
  run: () => run(node, [join(root, 'scripts/docs.mjs'), '--try']),
};

/**
 * Stages run one after another, as soon as they can fail; the lanes of a stage beside each other; the steps of a lane in
 * order. What takes both cores by itself has a stage of its own.
 */
const stages = [
  [[lint], [types], [unused]],
  [[unit]],
  [
    [fuzz, house, react],
    [packed, consumers],
  ],
  [[server]],
  [[web]],
  [[conformance]],
];
const longStages = [[[long]], [[webLong]], [[visual]], [[docs]]];

const { values, positionals: chosen } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const asked = values.long ? longStages : stages;
const steps = asked.flat(2);
const wanted = (step) => chosen.length === 0 || chosen.includes(step.name);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`,
  );
  process.exit(1);
}

// What is proven is proven by this run; a single step adds to what earlier ones have shown.
if (chosen.length === 0 && !values.long) rmSync(join(root, 'test-results'), { recursive: true, force: true });

const begin = performance.now();
if (steps.some((step) => wanted(step) && step.needsBrowser)) {
  // Whoever names a browser gets it for everything.
  const named = process.env.CHROME_PATH;
  process.env.CHROME_PATH = ensureBrowser();
  if (named === undefined) process.env.HEADLESS_SHELL_PATH = ensureHeadlessShell() ?? '';
}

const failed = [];
let passed = 0;

async function take(step) {
  const start = performance.now();
  console.log(`▸ ${step.name}: ${step.about} …`);
  const result = await step.run();
  const good = result.code === 0;
  if (good) passed += 1;
  else failed.push(step.name);
  console.log(`${good ? '✓' : '✗'} ${step.name} (${seconds(start)})${summary(result.output)}`);
  if (!good) console.log(result.output ?? '');
  return good;
}

for (const lanes of asked) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane.filter(wanted)) if (!(await take(step))) return;
    }),
  );
  // What follows builds on what has failed: its failures would only hide the first one.
  if (failed.length > 0) break;
}

/** How many tests a runner counted, for the step's line. */
function summary(output) {
  const plain = stripVTControlCharacters(output ?? '');
  const count = /Tests\s+(.*\d+ (?:passed|failed).*)/.exec(plain)?.[1];
  return count === undefined ? '' : ` ${count.trim()}`;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
console.log(
  `\nOpenbell ${version}, ${seconds(begin)}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

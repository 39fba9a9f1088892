// `npm test`: runs all checks, the fastest first. `npm run test:long`: runs the slow ones, with more cases, sizes and
// frameworks. `-- <step> …` runs single steps.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureBrowser, ensureHeadlessShell } from './browser.mjs';
import { buildPackages, packages } from './build.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureEngines } from './engines.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { bin, root, run, seconds } from './run.mjs';
import { ensureTestServers } from './test-servers.mjs';

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
/** attw runs `npm pack`. Stylesheets have no types. */
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

/** Sources that the React Compiler may compile. */
const reactSources = ['packages/react-hooks/src', 'packages/ui/src', 'examples/web/src'];
const lint = {
  name: 'lint',
  about: 'format and lint',
  run: async () => {
    const [all, react] = await Promise.all([
      run(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
      tool('eslint/bin/eslint.js', '--max-warnings', '0', ...reactSources),
    ]);
    return all.code === 0 ? react : all;
  },
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
  about: 'unit tests: no network, no browser, no real time',
  run: () => vitest('unit'),
};
const fuzz = {
  name: 'fuzz',
  about: 'engines compared with simple implementations, 100,000 cases',
  run: () => vitest('fuzz'),
};
const house = {
  name: 'house',
  about: 'the architecture: imports, purity, the export surface',
  run: () => vitest('house'),
};
const react = {
  name: 'react',
  about: 'hooks and components, also compiled by the React Compiler',
  run: () => vitest('react', 'compiled'),
};
const server = {
  name: 'server',
  about: 'server, sockets, and the contract over real HTTP',
  run: () => {
    ensureTestServers();
    return vitest('server');
  },
};
const packed = {
  name: 'packages',
  about: 'package build, publint, attw',
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
  about: 'apps that install the packed packages',
  needsBrowser: true,
  run: () => vitest('consumers'),
};
const web = {
  name: 'web',
  about: 'download sizes, and end-to-end tests in Chromium with the real server',
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
  about: 'each rule of the specification has a passed test',
  run: () => run(node, [join(root, 'tests/conformance/main.ts')]),
};

const long = {
  name: 'long',
  about: 'framework apps that install the packed packages, and a million cases',
  needsBrowser: true,
  run: async () => {
    const failure = await buildPackages();
    return failure === null ? vitest('long', 'compiled-long') : { code: 1, output: failure };
  },
};
const react18 = {
  name: 'react-18',
  about: 'hooks and components with the oldest supported React',
  run: async () => {
    await installOwnPackages('tests/consumers/react-18', 'React 18');
    return vitest('react-18');
  },
};
const serverLong = {
  name: 'server-long',
  about: 'server processes that are killed, upgraded, restored and cut off, also on PostgreSQL',
  run: () => {
    ensureTestServers();
    return vitest('server-long');
  },
};
const serverOnPglite = {
  name: 'server-pglite',
  about: 'the server tests of `npm test` on PGlite, the database of a server without PostgreSQL',
  run: () => {
    process.env.TEST_DATABASE = 'pglite';
    return vitest('server');
  },
};
const webLong = {
  name: 'web-long',
  about: 'every page in every appearance, and long end-to-end tests in Chromium',
  needsBrowser: true,
  run: async () => {
    await buildWeb();
    return run(node, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], {
      inherit: true,
      env: { LONG_TESTS: '1' },
    });
  },
};
const journeys = {
  name: 'journeys',
  about: 'the main journeys and every page in Firefox and WebKit',
  run: async () => {
    const missing = ensureEngines();
    if (missing.length > 0) return { code: 1, output: `Install ${missing.join(', ')} and try again.` };
    await buildWeb();
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    return run(node, [cli, 'test', '--config', 'tests/journeys'], { inherit: true });
  },
};
const visual = {
  name: 'visual',
  about: 'visual tests: every page and story compared with its baseline',
  needsBrowser: true,
  run: () => run(node, [join(root, 'scripts/visual.mjs')], { inherit: true }),
};
const docs = {
  name: 'docs',
  about: 'docs site build, link check, and live examples in Chromium',
  needsBrowser: true,
  run: () => run(node, [join(root, 'scripts/docs.mjs'), '--try']),
};

/**
 * Stages run in sequence, the lanes of a stage in parallel, the steps of a lane in sequence. Steps that use all cores have
 * their own stage.
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
const longStages = [
  [[long]],
  [[react18]],
  [[serverLong]],
  [[serverOnPglite]],
  [[webLong]],
  [[journeys]],
  [[visual]],
  [[docs]],
];

const { values, positionals: chosen } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const selected = values.long ? longStages : stages;
const steps = selected.flat(2);
const wanted = (step) => chosen.length === 0 || chosen.includes(step.name);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(1);
}

// The tests start Node dozens of times: later starts reuse the compiled code of earlier ones.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/openbell/compile');

// A full run discards earlier results; single steps add to them.
if (chosen.length === 0 && !values.long) rmSync(join(root, 'test-results'), { recursive: true, force: true });

const begin = performance.now();
if (steps.some((step) => wanted(step) && step.needsBrowser)) {
  // An explicit CHROME_PATH is used for all browser tests.
  const named = process.env.CHROME_PATH;
  process.env.CHROME_PATH = ensureBrowser();
  if (named === undefined) process.env.HEADLESS_SHELL_PATH = ensureHeadlessShell() ?? '';
}

const failed = [];
let passed = 0;

async function runStep(step) {
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

for (const lanes of selected) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane.filter(wanted)) if (!(await runStep(step))) return;
    }),
  );
  // Later stages depend on earlier ones, so their failures would hide the first one.
  if (failed.length > 0) break;
}

/** The test counts in a runner's output. */
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

// The steps of `npm test` and `npm run test:long`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages, packages } from './build.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureEngines } from './engines.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { bin, root, run, sourceCondition } from './run.mjs';
import { ensureTestServers } from './test-servers.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} about
 * @property {boolean} [needsBrowser]
 * @property {string[]} [projects] The vitest projects it runs, if not the one of its name.
 * @property {(files: string[]) => Promise<{ code: number, output: string }>} run `files` limits a step that runs test files.
 */

const node = bin('node');
const tool = (path, args, options = {}) =>
  run(node, [join(root, 'node_modules', path), ...args], {
    ...options,
    env: { NO_COLOR: '1', ...options.env },
  });

const vitest = async (projects, files, args = []) => {
  const { code, output } = await tool(
    'vitest/vitest.mjs',
    [
      'run',
      '--reporter=dot',
      '--reporter=./tests/conformance/vitest-reporter.ts',
      ...projects.flatMap((name) => ['--project', name]),
      ...args,
      ...files,
    ],
    { env: { NO_COLOR: '1' } },
  );
  // A line of dots says nothing in a log.
  return { code, output: output.replaceAll(/^[·x*-]+$/gm, '') };
};

const playwright = (step, files, args = []) =>
  tool('@playwright/test/cli.js', ['test', ...args, ...files], {
    live: true,
    env: { TEST_STEP: step, NODE_OPTIONS: sourceCondition },
  });

/** A step that runs vitest projects, the one of its name by default. */
const vitestStep = (name, about, { projects = [name], prepare = () => {}, args = [] } = {}) => ({
  name,
  about,
  projects,
  run: async (files) => {
    await prepare();
    return vitest(projects, files, args);
  },
});
/** A step that runs a Playwright project in Chromium on the built app. */
const webStep = (name, about) => ({
  name,
  about,
  needsBrowser: true,
  run: async (files) => {
    await buildWeb();
    return playwright(name, files);
  },
});

/** attw runs `npm pack`. Stylesheets have no types. */
const checkPackage = async (name) => {
  const cwd = join(root, 'packages', name);
  const lint = await tool('publint/src/cli.js', ['--strict'], { cwd });
  if (lint.code !== 0) return lint;
  const { exports: entries } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const untyped = Object.keys(entries).filter((entry) => /\.(css|json)$/.test(entry));
  const excluded = untyped.map((entry) => entry.slice(2));
  const args = ['--pack', '.', '--profile', 'esm-only', '--no-color', '--exclude-entrypoints', ...excluded];
  return tool('@arethetypeswrong/cli/dist/index.js', args, { cwd });
};

const build = async () => {
  const failure = await buildPackages();
  return failure === null ? { code: 0, output: '' } : { code: 1, output: failure };
};

/** Sources that the React Compiler may compile. */
const reactSources = ['packages/react-hooks/src', 'packages/ui/src', 'examples/web/src'];
const lint = {
  name: 'lint',
  about: 'format and lint',
  run: () => run(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
};
const reactRules = {
  name: 'react-rules',
  about: 'the rules of React and its compiler',
  run: () => tool('eslint/bin/eslint.js', ['--max-warnings', '0', ...reactSources]),
};
const types = {
  name: 'types',
  about: 'types of everything',
  run: () => tool('typescript7/bin/tsc', ['-p', '.']),
};
const unused = {
  name: 'unused',
  about: 'unused files, exports and dependencies',
  run: () => tool('knip/bin/knip.js', ['--no-progress']),
};
const unit = vitestStep('unit', 'unit tests: no network, no browser, no real time');
const house = vitestStep(
  'house',
  'the architecture: imports, purity, the export surface, a test for each rule',
  {
    projects: ['house', 'imports'],
  },
);
// It runs beside `house`. A second worker would load jsdom, React and all components again.
const react = vitestStep('react', 'hooks and components', { args: ['--maxWorkers=1'] });
const sizes = {
  name: 'sizes',
  about: 'download sizes of pages and entry points',
  run: async () => {
    await buildWeb();
    return run(node, [join(root, 'scripts/sizes.mjs')]);
  },
};
const packed = {
  name: 'packages',
  about: 'the packages build, and an app installs them packed',
  needsBrowser: true,
  run: async (files) => {
    const built = await build();
    return built.code === 0 ? vitest(['packages'], files) : built;
  },
};
const server = vitestStep('server', 'server, sockets, and the contract over real HTTP, in one process');
const web = webStep('web', 'the main journeys in Chromium with the real server');

const fuzz = vitestStep(
  'fuzz',
  'engines compared with simple implementations, 100,000 cases, and all property tests with random values',
  { projects: ['fuzz', 'unit', 'react'] },
);
const million = vitestStep('million', 'property tests with 20 times as many cases, ten million frames');
const consumers = {
  name: 'consumers',
  about: 'publint and attw, and every other app that installs the packed packages',
  needsBrowser: true,
  run: async (files) => {
    const built = await build();
    if (built.code !== 0) return built;
    for (const name of files.length === 0 ? packages : []) {
      const result = await checkPackage(name);
      if (result.code !== 0) return { ...result, output: `@openbell/${name}\n${result.output}` };
    }
    return vitest(['consumers'], files);
  },
};
const long = {
  name: 'long',
  about: 'framework apps that install the packed packages, and a generated feature',
  needsBrowser: true,
  run: async (files) => {
    const built = await build();
    return built.code === 0 ? vitest(['long'], files) : built;
  },
};
const compiled = vitestStep(
  'compiled',
  'hooks, components and the code of the guides, compiled by the React Compiler',
);
const react18 = vitestStep('react-18', 'hooks and components with the oldest supported React', {
  prepare: () => installOwnPackages('tests/consumers/react-18', 'React 18'),
});
const serverLong = vitestStep(
  'server-long',
  'decoding, attacks, several processes on PostgreSQL, and tests that wait',
  { prepare: ensureTestServers },
);
const production = vitestStep('production', 'the start of a server process, with each configuration', {
  prepare: ensureTestServers,
});
const operate = vitestStep('operate', 'the commands of an operator, with a running server');
const attack = vitestStep(
  'attack',
  'nine minutes of random hostile requests and frames on both databases, with and without limits',
);
const serverOnPglite = vitestStep(
  'server-pglite',
  'the server tests of `npm test` on PGlite, the database of a server without PostgreSQL',
  {
    projects: ['server'],
    prepare: () => {
      process.env.TEST_DATABASE = 'pglite';
    },
  },
);
const journeys = {
  name: 'journeys',
  about: 'the main journeys and every page in Firefox and WebKit',
  run: async (files) => {
    const missing = ensureEngines();
    if (missing.length > 0) return { code: 1, output: `Install ${missing.join(', ')} and try again.` };
    await buildWeb();
    return playwright('journeys', files, ['--config', 'tests/journeys']);
  },
};
/** `others`: the titles of other tests of tests/visual that it runs. */
const visualStep = (device, ...others) => ({
  name: `visual-${device}`,
  about: `visual tests: every page and story on a ${device} compared with its baseline`,
  needsBrowser: true,
  run: () =>
    run(node, [join(root, 'scripts/visual.mjs'), '-g', [`${device}, `, ...others].join('|')], { live: true }),
});
const docs = {
  name: 'docs',
  about: 'docs site build and link check',
  run: () => run(node, [join(root, 'scripts/docs.mjs')], { live: true }),
};
const conformance = {
  name: 'conformance',
  about: 'each rule of the specification has a test that passed, here or in `npm test`',
  run: () => run(node, [join(root, 'tests/conformance/main.ts')]),
};

/**
 * Stages run in sequence, the lanes of a stage in parallel, the steps of a lane in sequence. Steps that use all cores have
 * their own stage. Two steps with browsers or servers at once would need more processor time together.
 * @type {Step[][][]}
 */
export const stages = [
  // Each of the two uses all cores.
  [[lint, types]],
  [[unit]],
  [
    [house, packed],
    [react, sizes],
  ],
  // The setup of these two uses one core.
  [[server], [unused]],
  [[web], [reactRules]],
];
/** @type {Step[][][]} */
export const longStages = [
  [[fuzz]],
  [[million]],
  [[consumers]],
  [[long]],
  [[compiled]],
  [[react18]],
  [[serverLong]],
  [[production]],
  [[operate]],
  [[attack]],
  [[serverOnPglite]],
  [[webStep('web-account', 'the other end-to-end tests of accounts and billing, in Chromium')]],
  [[webStep('web-chat', 'the other end-to-end tests of chat, in Chromium')]],
  [
    [
      webStep(
        'web-failures',
        'end-to-end tests of failed requests, lost connections and blocked storage, in Chromium',
      ),
    ],
  ],
  [[webStep('web-other', 'the other end-to-end tests of everything else, in Chromium')]],
  [[webStep('web-long', 'every page on every device, and long end-to-end tests in Chromium')]],
  [[webStep('web-appearance', 'journeys in the other sizes and themes, in Chromium')]],
  [[journeys]],
  [[visualStep('phone', 'accessibility tree', 'pictures of the README')]],
  [[visualStep('tablet')]],
  [[visualStep('desktop')]],
  [[docs]],
  [[conformance]],
];

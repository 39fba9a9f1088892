import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { cheapHashes } from './tests/support/cheap-hashes.ts';
import { guideCode } from './tests/support/guide-code.ts';
import { reactCompiler } from './tests/support/react-compiler.ts';

// Everything runs from sources: the export condition below needs no build.
const source = '@openbell/source';
const resolve = { conditions: [source, ...defaultClientConditions] };
// As Node resolves packages: the AWS SDK's files for bundlers do not run in Node.
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');
const ssr = { resolve: { conditions: [source, ...serverConditions], mainFields: [] } };

/** Tests of `npm run test:long`. */
const long = 'tests/**/*.long.test.ts';
const serverLong = ['tests/server/**/*.long.test.ts', 'tests/contract/**/*.long.test.ts'];
const production = ['tests/server/{main,start}.long.test.ts', 'tests/server/production/**/*.long.test.ts'];
const operate = ['tests/server/operate/**/*.long.test.ts'];
const attack = ['tests/attack/*.long.test.ts'];
/** Property tests with many cases. */
const million = ['tests/core/**/*.long.test.ts', 'tests/react-hooks/**/*.long.test.ts'];
/** Tests of the packed packages that `npm test` runs. */
const packed = ['tests/consumers/consumers.test.ts', 'tests/consumers/packed-contents.test.ts'];

const imports = 'tests/house/import-purity.test.ts';

/** Fixed values for property tests; not in the projects `fuzz` and `million`. */
const fixedSeed = 'tests/support/fixed-seed.ts';

const reactTests = {
  maxWorkers: 2,
  environment: 'jsdom' as const,
  // Loaded modules are shared; rendered pages and mocks end with their test.
  isolate: false,
  restoreMocks: true,
  include: ['tests/react-hooks/**/*.test.tsx', 'tests/ui/**/*.test.tsx'],
  setupFiles: ['tests/support/patient-queries.ts', 'tests/support/clean-page.ts', fixedSeed],
  // Rendering a whole page in jsdom is slow on a busy machine.
  testTimeout: 60_000,
};
const serverTests = {
  resolve,
  ssr,
  // The snapshot is created by a global setup, which has its own environment.
  environments: { __vitest__: { resolve: ssr.resolve } },
};
const serverOptions = {
  environment: 'node' as const,
  globalSetup: ['tests/support/server-snapshot.ts'],
  setupFiles: [fixedSeed],
  // Each file starts its own server and database. Loaded modules are shared.
  isolate: false,
};
const longServerOptions = {
  ...serverOptions,
  fileParallelism: false,
  env: { BOTH_DATABASES: '1' },
  testTimeout: 600_000,
  hookTimeout: 600_000,
};
const compilerPlugins = [guideCode(), reactCompiler()];

export default defineConfig({
  test: {
    reporters: ['default', './tests/conformance/vitest-reporter.ts'],
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'tests/core/**/*.test.ts',
            'tests/testing/**/*.test.ts',
            'tests/server/unit/**/*.test.ts',
          ],
          exclude: ['tests/core/**/*-fuzz.test.ts', long],
          setupFiles: [fixedSeed],
          // No test changes a global, so files share a worker and its loaded modules.
          isolate: false,
          maxWorkers: 2,
          // Property tests with hundreds of thousands of values are slow on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        // Hundreds of thousands of cases: a separate project, so that unit tests take seconds.
        test: {
          name: 'fuzz',
          environment: 'node',
          include: ['tests/core/**/*-fuzz.test.ts'],
          // As the projects that run with it.
          maxWorkers: 2,
          exclude: [long],
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'million',
          environment: 'node',
          include: million,
          env: { LONG_PROPERTY_TESTS: '1' },
          maxWorkers: 2,
          testTimeout: 600_000,
        },
      },
      {
        resolve,
        ssr,
        // Architecture tests: they read every file or load every entry point.
        test: {
          name: 'house',
          environment: 'node',
          include: ['tests/house/**/*.test.ts'],
          exclude: [imports, long],
          // Loaded modules, TypeScript among them, are shared.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        // Loads every entry point, in a process in which nothing has loaded a library.
        test: { name: 'imports', environment: 'node', include: [imports], testTimeout: 60_000 },
      },
      {
        resolve,
        test: { name: 'react', ...reactTests },
      },
      {
        resolve,
        // The tests of hooks and components with the oldest supported React. The pages of the reference app are excluded:
        // React Router 8 needs React 19.
        test: {
          name: 'react-18',
          ...reactTests,
          exclude: ['tests/ui/site/**'],
          include: [...reactTests.include, 'tests/consumers/react-18/**/*.test.tsx'],
          execArgv: ['--import', './tests/consumers/react-18/resolve.mjs'],
        },
      },
      {
        resolve,
        plugins: compilerPlugins,
        // Hooks, components and the code of the guides, compiled as an embedder's React project may compile them.
        test: {
          name: 'compiled',
          ...reactTests,
          include: [...reactTests.include, 'tests/consumers/react-compiler/**/*.test.tsx'],
          env: { LONG_PROPERTY_TESTS: '1' },
          testTimeout: 600_000,
        },
      },
      {
        ...serverTests,
        plugins: [cheapHashes()],
        test: {
          name: 'server',
          ...serverOptions,
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ['tests/server/unit/**', long],
          // On PGlite, this project is a step of the long run.
          env: process.env.TEST_DATABASE === 'pglite' ? { LONG_PROPERTY_TESTS: '1' } : {},
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Some tests wait for child processes.
          maxWorkers: 3,
        },
      },
      {
        ...serverTests,
        // Starts whole server processes, and runs each case on PostgreSQL. One after another.
        test: {
          name: 'server-long',
          ...longServerOptions,
          include: serverLong,
          exclude: [...production, ...operate],
        },
      },
      {
        ...serverTests,
        test: { name: 'production', ...longServerOptions, include: production },
      },
      {
        ...serverTests,
        test: { name: 'operate', ...longServerOptions, include: operate },
      },
      {
        ...serverTests,
        test: { name: 'attack', ...longServerOptions, include: attack },
      },
      {
        // Uses the packed tarballs, so there is no source condition.
        test: {
          name: 'packages',
          environment: 'node',
          include: packed,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'consumers',
          environment: 'node',
          include: ['tests/consumers/**/*.test.ts'],
          exclude: [long, ...packed],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // No source condition here either, because most of these tests build separate projects. One after another, as
        // each uses both cores.
        test: {
          name: 'long',
          environment: 'node',
          include: [long],
          exclude: [...serverLong, ...attack, ...million],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

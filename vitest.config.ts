import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Everything runs from sources: the export condition below needs no build.
const source = '@openbell/source';
const resolve = { conditions: [source, ...defaultClientConditions] };
const ssr = { resolve: { conditions: [source, ...defaultServerConditions] } };

/** Tests of `npm run test:long`. */
const long = 'tests/**/*.long.test.ts';
const serverLong = ['tests/server/**/*.long.test.ts', 'tests/contract/**/*.long.test.ts'];

const serverTests = {
  resolve,
  ssr,
  // The snapshot is made by a global set-up, which has an environment of its own.
  environments: { __vitest__: { resolve: ssr.resolve } },
};
const serverOptions = {
  environment: 'node' as const,
  globalSetup: ['tests/support/server-snapshot.ts'],
  // Each file starts a server of its own on a database of its own; what is loaded is shared.
  isolate: false,
};
/** Tests of the packed packages that `npm test` runs. */
const packed = ['tests/consumers/consumers.test.ts', 'tests/consumers/packed-contents.test.ts'];

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
          // Nothing here touches a global, so files share a worker and what it has loaded.
          isolate: false,
          maxWorkers: 2,
          // A property of hundreds of thousands of values takes its time on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        // Cases by the hundred thousand: apart, so that the unit tests stay a matter of seconds.
        test: {
          name: 'fuzz',
          environment: 'node',
          include: ['tests/core/**/*-fuzz.test.ts'],
          exclude: [long],
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        // The rules of the house: they read every file, or load every entry point.
        test: {
          name: 'house',
          environment: 'node',
          include: ['tests/house/**/*.test.ts'],
          exclude: [long],
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        test: {
          name: 'react',
          maxWorkers: 2,
          environment: 'jsdom',
          // Each file gets a page of its own; what is loaded is shared, and mocks end with their test.
          isolate: false,
          restoreMocks: true,
          include: ['tests/react-hooks/**/*.test.tsx', 'tests/ui/**/*.test.tsx'],
          // A whole page in jsdom takes its time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        ...serverTests,
        test: {
          name: 'server',
          ...serverOptions,
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ['tests/server/unit/**', long],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Some wait for timers or the network.
          maxWorkers: 3,
        },
      },
      {
        ...serverTests,
        test: {
          name: 'server-long',
          ...serverOptions,
          include: serverLong,
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        // From the packed tarballs: no source condition here.
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
        // No source condition either: strangers' projects are most of it. One after another, as each takes both cores.
        test: {
          name: 'long',
          environment: 'node',
          include: [long],
          exclude: serverLong,
          env: { LONG_LAWS: '1' },
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

// The download size of market data: bundled, minified and gzipped, without shared dependencies.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import type { BenchPlan } from './harness.ts';

const entry = join(import.meta.dirname, 'measured.js');
/** The peer dependencies of Openbell, and React. */
const external = [/^nanostores$/, /^ky$/, /^mitt$/, /^dayjs/, /^valibot$/, /^react(-dom)?(\/|$)/];

/** Returns the size in kB of a module after gzip. */
async function kilobytesOf(code: string): Promise<number> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'measured',
        resolveId: (id) => (id === 'virtual:measured' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: { input: 'virtual:measured', external, preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output).filter((one) => one.type === 'chunk');
  return chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0) / 1000;
}

const all = (names: readonly string[]): string => names.map((name) => `export * from '${name}';`).join('\n');

/** The other libraries have one size: that of the parts that do the same work. */
const both = async (code: string): Promise<Record<string, number>> => {
  const size = await kilobytesOf(code);
  return { 'all exports': size, features: size };
};

export const marketSize: BenchPlan = {
  id: 'market-size',
  create: () => ({
    id: 'market-size',
    unit: { 'all exports': 'kB gzip', features: 'kB gzip' },
    isCold: true,
    rounds: 1,
    note: 'time-sales, trade-flash, ticker-search and option-symbol, without nanostores, ky, mitt, dayjs and valibot. "all exports" includes alerts, CSV and display; "features" is only the four features. TanStack: a table with sorting and sizing, and a virtualizer, without React.',
    ours: async () => ({
      'all exports': await kilobytesOf(
        all(
          ['time-sales', 'trade-flash', 'ticker-search', 'option-symbol'].map(
            (name) => `@openbell/core/${name}`,
          ),
        ),
      ),
      features: await kilobytesOf(
        [
          "export { createTimeSales } from '@openbell/core/time-sales';",
          "export { createTradeFlash } from '@openbell/core/trade-flash';",
          "export { createTickerSearch } from '@openbell/core/ticker-search';",
          "export { formatOptionSymbol, parseOptionSymbol } from '@openbell/core/option-symbol';",
        ].join('\n'),
      ),
    }),
    peers: {
      '@tanstack/react-table + react-virtual': () =>
        both(
          [
            "export { columnResizingFeature, columnSizingFeature, createSortedRowModel, rowSortingFeature, sortFns, tableFeatures, useTable } from '@tanstack/react-table';",
            "export { useVirtualizer } from '@tanstack/react-virtual';",
          ].join('\n'),
        ),
      'ag-grid-community (client-side rows)': () =>
        both("export { ClientSideRowModelModule, createGrid, ModuleRegistry } from 'ag-grid-community';"),
      '@polygon.io/client-js (socket)': () =>
        both("export { websocketClient } from '@polygon.io/client-js';"),
    },
  }),
};

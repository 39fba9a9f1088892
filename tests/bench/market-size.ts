// What a site sends for market data: bundled and minified by the same tool, gzip, without what the site has anyway.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import type { BenchPlan } from './harness.ts';

const entry = join(import.meta.dirname, 'measured.js');
/** Peers of ours, and the React of the others. */
const external = [/^nanostores$/, /^ky$/, /^mitt$/, /^dayjs/, /^valibot$/, /^react(-dom)?(\/|$)/];

/** Bytes after gzip of a module with this code, in thousands. */
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

/** Both figures are measured for ours; a peer has one, of the parts that do the same work. */
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
    note: 'time-sales, trade-flash, ticker-search and option-symbol, without nanostores, ky, mitt, dayjs and valibot: all that they export, alerts, CSV and display included; and the four features alone. TanStack: a table with sorting and sizing, and a virtualizer, without React.',
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

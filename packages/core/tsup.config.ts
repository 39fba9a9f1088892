import { defineConfig } from 'tsup';
import { binsOf, entriesOf } from '../tsup.entries.ts';

const manifest = new URL('./package.json', import.meta.url);
const common = { sourcemap: true, target: 'es2022', tsconfig: '../../packages/core/tsconfig.json' } as const;

export default defineConfig([
  {
    ...common,
    entry: { ...entriesOf(manifest), ...binsOf(manifest) },
    format: ['esm'],
    dts: { entry: entriesOf(manifest) },
    // The two builds write beside each other.
    clean: ['!openbell.global.*'],
    splitting: true,
  },
  {
    // The whole of core with all that it needs as one file for a plain <script>: dist/openbell.global.js makes `Openbell`.
    ...common,
    entry: { openbell: 'src/index.ts' },
    format: ['iife'],
    globalName: 'Openbell',
    platform: 'browser',
    minify: true,
    noExternal: [/.*/],
  },
]);

import { defineConfig, type Options } from 'tsup';
import { pureSchemasInEsbuild } from '../pure-schemas.ts';
import { entriesOf } from '../tsup.entries.ts';

const manifest = new URL('./package.json', import.meta.url);
const common: Options = {
  sourcemap: true,
  target: 'es2022',
  tsconfig: '../../packages/core/tsconfig.json',
  esbuildPlugins: [pureSchemasInEsbuild],
};

export default defineConfig([
  {
    ...common,
    entry: entriesOf(manifest),
    format: ['esm'],
    // The builds write beside each other.
    clean: ['!openbell.global.*', '!browser/**'],
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
  {
    // The same entry points with all that they need, for pages without a bundler: what an import map points to.
    ...common,
    entry: entriesOf(manifest),
    outDir: 'dist/browser',
    clean: true,
    format: ['esm'],
    platform: 'browser',
    splitting: true,
    minify: true,
    sourcemap: false,
    noExternal: [/.*/],
  },
]);

import { defineConfig } from 'tsup';
import { entriesOf } from '../tsup.entries.ts';

const entry = entriesOf(new URL('./package.json', import.meta.url));

export default defineConfig({
  entry,
  format: ['esm'],
  // A stylesheet has no types.
  dts: { entry: Object.fromEntries(Object.entries(entry).filter(([, source]) => !source.endsWith('.css'))) },
  clean: true,
  sourcemap: true,
  splitting: true,
  target: 'es2022',
  tsconfig: '../../packages/ui/tsconfig.json',
  // All of it runs in the browser's React; the bundler drops the directives of the single files.
  banner: { js: "'use client';" },
});

import { defineConfig } from 'tsup';
import { entriesOf } from '../tsup.entries.ts';

export default defineConfig({
  entry: entriesOf(new URL('./package.json', import.meta.url)),
  format: ['esm'],
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: true,
  target: 'es2022',
  tsconfig: '../../packages/react-hooks/tsconfig.json',
  // All of it runs in the browser's React; the bundler drops the directives of the single files.
  banner: { js: "'use client';" },
});

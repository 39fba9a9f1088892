import { defineConfig } from 'tsup';
import { entriesOf } from '../tsup.entries.ts';

const manifest = new URL('./package.json', import.meta.url);

export default defineConfig({
  entry: entriesOf(manifest),
  format: ['esm'],
  clean: true,
  sourcemap: true,
  splitting: true,
  target: 'es2022',
  // All of it runs in the browser's React; the bundler drops the directives of the single files.
  banner: { js: "'use client';" },
});

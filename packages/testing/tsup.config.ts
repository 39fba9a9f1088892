import { defineConfig } from 'tsup';
import { binsOf, entriesOf } from '../tsup.entries.ts';

const manifest = new URL('./package.json', import.meta.url);

export default defineConfig({
  entry: { ...entriesOf(manifest), ...binsOf(manifest) },
  format: ['esm'],
  clean: true,
  sourcemap: true,
  splitting: true,
  target: 'es2022',
  // Otherwise 'node:http' becomes 'http', which reads like a package.
  removeNodeProtocol: false,
});

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
  tsconfig: '../../packages/core/tsconfig.json',
});

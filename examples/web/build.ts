// Builds the reference app into dist/: the bundle, then the prerendered pages.
import { build } from 'vite';
import { prerender } from './prerender.ts';

await build({ root: import.meta.dirname, logLevel: 'warn' });
await prerender();

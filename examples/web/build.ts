// Builds the reference app into dist/: the bundle, then the prerendered pages.
import { join } from 'node:path';
import { build } from 'vite';
import { prerender } from './prerender.ts';

await build({ root: import.meta.dirname, logLevel: 'warn' });
await prerender();
// The gallery is no part of the site: a bundle of its own, which the site's build does not see.
await build({ configFile: join(import.meta.dirname, 'dev/gallery/vite.config.ts'), logLevel: 'warn' });

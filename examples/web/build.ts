// Builds the reference app into dist/: the bundle, then the prerendered pages.
import { join } from 'node:path';
import { build } from 'vite';
import { prerender } from './prerender.ts';

await build({ root: import.meta.dirname, logLevel: 'warn' });
await prerender();
// A separate bundle: the gallery is not part of the site.
await build({ configFile: join(import.meta.dirname, 'dev/gallery/vite.config.ts'), logLevel: 'warn' });

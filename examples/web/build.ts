// Builds the reference app into dist/: the bundle, then the prerendered pages.
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { prerender } from './prerender.ts';

const bundle = await build({ root: import.meta.dirname, logLevel: 'warn' });
await prerender(bundle as Rolldown.RolldownOutput);
// A separate bundle: the gallery is not part of the site.
await build({ configFile: join(import.meta.dirname, 'dev/gallery/vite.config.ts'), logLevel: 'warn' });

// `npm run feature-pages`: docs/features and the guides on the options and the hooks, from the sources. A test of the house fails until it is run after a change.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { features } from './features.ts';
import { hooksPage } from './hooks-page.ts';
import { optionsPage } from './options-page.ts';
import { featurePages } from './pages.ts';

writeFileSync(join(import.meta.dirname, '../../docs/guides/options.md'), optionsPage());
writeFileSync(join(import.meta.dirname, '../../docs/guides/hooks.md'), hooksPage());
const folder = join(import.meta.dirname, '../../docs/features');
mkdirSync(join(folder, 'states'), { recursive: true });
const pages = await featurePages(features);
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !pages.has(relative(folder, path))) rmSync(path);
}
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`docs/features: ${pages.size} pages and pictures`);

// Writes docs/reference (not committed) from the sources: one page per feature, the options and the hooks.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from './features.ts';
import { hooksPage } from './hooks-page.ts';
import { optionsPage } from './options-page.ts';
import { featurePages } from './pages.ts';

const folder = join(import.meta.dirname, '../../docs/reference');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'states'), { recursive: true });
const pages = new Map(await featurePages(features));
pages.set('options.md', optionsPage());
pages.set('hooks.md', hooksPage());
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`docs/reference: ${pages.size} pages and diagrams`);

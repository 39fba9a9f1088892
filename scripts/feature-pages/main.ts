// `npm run feature-pages`: docs/features, from the sources. A test of the house fails until it is run after a change.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from './features.ts';
import { featurePages } from './pages.ts';

const folder = join(import.meta.dirname, '../../docs/features');
mkdirSync(folder, { recursive: true });
const pages = featurePages(features);
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(join(folder, name));
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`docs/features: ${pages.size} pages`);

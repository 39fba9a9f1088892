// The live example of each feature: a module beside the page, and the one file of core and its testing that all share.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defaultClientConditions } from 'vite';
import { features } from '../feature-pages/features.ts';
import { liveModule } from '../feature-pages/snippets.ts';
import { usageOf } from '../feature-pages/usage.ts';
import { root } from '../run.mjs';

const source = join(root, 'docs/live');

/** Core, its testing and what draws an example, as one module without anything outside. */
async function bundle(folder) {
  await build({
    configFile: false,
    logLevel: 'error',
    // A library keeps it for who bundles it; here nobody does after us.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: join(source, 'live.js'), formats: ['es'], fileName: () => 'live.js' },
      target: 'es2022',
    },
  });
}

/** Adds the examples to the site that typedoc has made. Gives the names of the features that have one. */
export async function addLiveExamples(site) {
  const folder = join(site, 'live');
  mkdirSync(folder, { recursive: true });
  await bundle(folder);
  copyFileSync(join(source, 'live.css'), join(folder, 'live.css'));
  for (const feature of features) {
    writeFileSync(join(folder, `${feature.name}.js`), liveModule(feature.title, usageOf(feature)));
    const page = join(site, 'documents', `features_${feature.name}.html`);
    const before = readFileSync(page, 'utf8');
    // The sentence below the heading says that it is to be found here: in its place comes the example itself.
    const after = before
      .replace(
        /(<h2 id="live"[\s\S]*?<\/h2>)\s*<p>[\s\S]*?<\/p>/,
        '$1<section class="live" data-live=""></section>',
      )
      .replace('</head>', '<link rel="stylesheet" href="../live/live.css"/></head>')
      .replace('</body>', `<script type="module" src="../live/${feature.name}.js"></script></body>`);
    if (!after.includes('data-live')) throw new Error(`${page} has no place for its live example.`);
    writeFileSync(page, after);
  }
  return features.map(({ name }) => name);
}

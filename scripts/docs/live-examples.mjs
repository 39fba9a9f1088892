// Builds the live examples of the first page and of each feature: a module per feature, and a shared file with core and the memory server.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defaultClientConditions } from 'vite';
import { features } from '../reference/features.ts';
import { root } from '../run.mjs';
import { liveModule } from './live-module.ts';
import { liveUsageOf } from './live-usage.ts';

const source = join(root, 'docs/live');

/** The feature page's code that renders a finished component, as a module that never navigates away. */
function finishedModule(page, component) {
  const blocks = [...page.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const code = blocks.find((block) => block.includes(`export function ${component}Page(`));
  if (code === undefined) throw new Error(`No feature page shows ${component}.`);
  return code
    .replace("import '@openbell/ui/styles.css';\n", "import { gone } from '#gone';\n")
    .replaceAll('location.assign(', 'gone.to(');
}

/** Writes a feature's finished components as modules. Returns the entry module's path; null without components. */
function writeFinished({ name, ui }, folder) {
  if (ui === undefined) return null;
  const [, ...components] = ui;
  const page = readFileSync(join(root, `docs/features/${name}.md`), 'utf8');
  for (const component of components)
    writeFileSync(join(folder, `${component}.tsx`), finishedModule(page, component));
  const path = join(folder, `finished-${name}.ts`);
  const lines = [
    "import { drawFinished } from '#finished';",
    ...components.map((component) => `import { ${component}Page } from './${component}.tsx';`),
    '',
    'export const draw = (place, openbell) =>',
    `  drawFinished(place, openbell, [${components.map((name) => `['${name}', ${name}Page]`).join(', ')}]);`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Bundles the code of the examples and components with all dependencies. */
async function bundle(folder, entries) {
  await build({
    configFile: false,
    logLevel: 'error',
    // Libraries leave this to bundlers; this is the final bundle.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: {
      conditions: ['@openbell/source', ...defaultClientConditions],
      alias: { '#finished': join(source, 'finished.tsx'), '#gone': join(source, 'gone.ts') },
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: entries, formats: ['es'], fileName: (_, name) => `${name}.js` },
      target: 'es2022',
      rolldownOptions: { output: { chunkFileNames: 'shared/[name]-[hash].js' } },
    },
  });
}

/** The example on the first page, below the README's picture. */
const first = 'chat';

/** Shows a feature's example on the first page. */
function addToFirstPage(site) {
  const page = join(site, 'index.html');
  const before = readFileSync(page, 'utf8');
  const intro = [
    '<h2 id="try-it">Try it here</h2>',
    '<p>A group chat with a server in memory; nothing leaves this page. Send a message while you are offline, or ',
    `while responses are lost, and see what the library does. <a href="documents/features_${first}.html">The code</a></p>`,
    '<section class="live" data-live=""></section>',
  ].join('');
  const after = before
    .replace(/(<p><img [^>]*media\/chat\.webp[^>]*><\/p>)/, `$1${intro}`)
    .replace('</head>', '<link rel="stylesheet" href="live/live.css"/></head>')
    .replace('</body>', `<script type="module" src="live/${first}.js"></script></body>`);
  if (!after.includes('data-live')) throw new Error(`${page} has no place for its live example.`);
  writeFileSync(page, after);
}

/** Adds the examples to TypeDoc's site. Returns their features, pages and components. */
export async function addLiveExamples(site) {
  const folder = join(site, 'live');
  mkdirSync(folder, { recursive: true });
  // In the project's folder, so that its packages resolve.
  const modules = join(site, 'finished');
  mkdirSync(modules);
  const finished = new Map(features.map((feature) => [feature.name, writeFinished(feature, modules)]));
  const entries = { live: join(source, 'live.js') };
  for (const [name, path] of finished) if (path !== null) entries[`finished-${name}`] = path;
  await bundle(folder, entries);
  rmSync(modules, { recursive: true });
  copyFileSync(join(source, 'live.css'), join(folder, 'live.css'));
  for (const feature of features) {
    writeFileSync(
      join(folder, `${feature.name}.js`),
      liveModule(
        feature.title,
        liveUsageOf(feature.name),
        finished.get(feature.name) === null ? null : `./finished-${feature.name}.js`,
      ),
    );
    const page = join(site, 'documents', `features_${feature.name}.html`);
    const before = readFileSync(page, 'utf8');
    // The example and the reference replace the paragraph below the heading.
    const link = `<p><a href="reference_${feature.name}.html">States, actions, types, errors and options</a></p>`;
    const after = before
      .replace(
        /(<h2 id="reference"[\s\S]*?<\/h2>)\s*<p>[\s\S]*?<\/p>/,
        `$1${link}<section class="live" data-live=""></section>`,
      )
      .replace('</head>', '<link rel="stylesheet" href="../live/live.css"/></head>')
      .replace('</body>', `<script type="module" src="../live/${feature.name}.js"></script></body>`);
    if (!after.includes('data-live')) throw new Error(`${page} has no place for its live example.`);
    writeFileSync(page, after);
  }
  addToFirstPage(site);
  const examples = features.map(({ name, ui = [] }) => ({
    name,
    page: `documents/features_${name}.html`,
    components: ui.slice(1),
  }));
  const shownFirst = examples.find(({ name }) => name === first);
  return [{ ...shownFirst, page: 'index.html' }, ...examples];
}

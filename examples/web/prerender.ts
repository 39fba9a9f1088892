// The step after the bundle: writes the prerendered pages beside it (decisions 12, Pages).
//   index.html  the landing page        404.html  the not-found page        app.html  the shell for every other route
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const ROOT = '<div id="root"></div>';

/** Pages to render: the file, the address that is rendered, and what `data-page` says about where it may be taken over. */
const pages = [
  { file: 'index.html', path: '/', page: '/', title: 'Openbell · Options mentorship and trade ideas' },
  { file: '404.html', path: '/no-such-page', page: '*', title: 'Page Not Found · Openbell' },
] as const;

interface PrerenderEntry {
  renderPage(path: string): Promise<string>;
}

/** Bundles the pages for Node into a folder of its own, and loads them. */
async function loadEntry(folder: string): Promise<PrerenderEntry> {
  await build({
    root: here,
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender-entry.tsx',
      outDir: folder,
      emptyOutDir: true,
      sourcemap: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'entry.mjs', codeSplitting: false } },
    },
  });
  return (await import(pathToFileURL(join(folder, 'entry.mjs')).href)) as PrerenderEntry;
}

/** The fonts that the first screen needs, asked for before the stylesheet has been read. */
async function fontPreloads(): Promise<string> {
  const names = await readdir(join(dist, 'assets'));
  return names
    .filter((name) => /^(inter|newsreader)-latin-wght-normal-.*\.woff2$/.test(name))
    .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`)
    .join('\n    ');
}

/** Puts the theme's script into the page: one request less before the first paint; the server allows it by its hash. */
async function inlineThemeScript(html: string): Promise<string> {
  const script = await readFile(join(dist, 'theme.js'), 'utf8');
  const code = script.replace(/^\s*\/\/.*$/gm, '').trim();
  return html.replace('<script src="/theme.js"></script>', () => `<script>${code}</script>`);
}

/** The site's CSP refuses style attributes; what a component hides by one, its stylesheet hides as well. */
function withoutStyleAttributes(markup: string): string {
  return markup.replace(/ style="[^"]*"/g, '');
}

export async function prerender(): Promise<void> {
  const template = await inlineThemeScript(await readFile(join(dist, 'index.html'), 'utf8'));
  if (!template.includes(ROOT)) throw new Error(`dist/index.html has no ${ROOT}.`);
  // The shell's pages are members' own: nothing for a search engine.
  await writeFile(
    join(dist, 'app.html'),
    template.replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>'),
  );

  const folder = await mkdtemp(join(here, '.prerender-'));
  try {
    const { renderPage } = await loadEntry(folder);
    const preloads = await fontPreloads();
    for (const { file, path, page, title } of pages) {
      const markup = withoutStyleAttributes(await renderPage(path));
      const html = template
        .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
        .replace('</head>', () => `  ${preloads}\n  </head>`)
        .replace(ROOT, () => `<div id="root" data-page="${page}">${markup}</div>`);
      await writeFile(join(dist, file), html);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The step after the bundle: writes the prerendered pages beside it (decisions 12, Pages).
//   index.html  the landing page        <route>/index.html  the other public pages
//   404.html  the not-found page        app.html  the shell for every other route
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const ROOT = '<div id="root"></div>';

interface PrerenderedPage {
  /** Below dist. */
  readonly file: string;
  /** The address that is rendered. */
  readonly path: string;
  /** Where it may be taken over as it stands; `*` for any address. */
  readonly page: string;
  readonly title: string;
  /** What a search engine shows; the template's own when it is left out. */
  readonly description?: string;
}

const pageOf = (path: string, title: string, description?: string): PrerenderedPage => ({
  file: `${path.slice(1)}/index.html`,
  path,
  page: path,
  title: `${title} · Openbell`,
  ...(description === undefined ? {} : { description }),
});

/** The public pages that read the same for every visitor. */
const pages: readonly PrerenderedPage[] = [
  { file: 'index.html', path: '/', page: '/', title: 'Openbell · Options mentorship and trade ideas' },
  { file: '404.html', path: '/no-such-page', page: '*', title: 'Page Not Found · Openbell' },
  pageOf(
    '/old',
    'Option Trade Ideas',
    'Two SMS alerts a day, at market open and before the close, each with entry, stop loss and target.',
  ),
  pageOf(
    '/terms',
    'Terms of service',
    'What you get, what it costs, how you leave: trial, renewal, cancellation, refunds and the rules of the chat.',
  ),
  pageOf(
    '/privacy-policy',
    'Privacy policy',
    'What Openbell knows about you, why, and how you change or end that.',
  ),
  pageOf(
    '/welcome',
    'Welcome',
    'How to receive text alerts: a keyword to a number, then your name and e-mail.',
  ),
  pageOf('/signin', 'Sign in'),
  pageOf('/signup', 'Sign up', 'Create your Openbell account and start 7 days free.'),
];

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
    for (const { file, path, page, title, description } of pages) {
      const markup = withoutStyleAttributes(await renderPage(path));
      const html = template
        .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
        .replace('</head>', () => `  ${preloads}\n  </head>`)
        .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
          description === undefined ? whole : `${start}${description}`,
        )
        .replace(ROOT, () => `<div id="root" data-page="${page}">${markup}</div>`);
      await mkdir(dirname(join(dist, file)), { recursive: true });
      await writeFile(join(dist, file), html);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

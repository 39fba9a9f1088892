// The step after the bundle: writes the prerendered pages beside it (decisions 12, Pages).
//   index.html  the landing page        <route>/index.html  the other public pages
//   404.html  the not-found page        app.html  the members' app, for every other route
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { DrawnPage } from './src/prerender-entry.tsx';
import type { IslandName } from './src/site/islands.tsx';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const ROOT = '<div id="root"></div>';

/** Where each page stands: the bundler's name for what it has made of it. */
const pageSources: Readonly<Record<string, string | null>> = {
  '/': 'src/pages/landing/landing-page.tsx',
  '/old': 'src/pages/static/option-trade-ideas-page.tsx',
  '/welcome': 'src/pages/billing/welcome-page.tsx',
  '/signin': 'src/pages/account/signin-page.tsx',
  '/signup': 'src/pages/account/signup-page.tsx',
  '/forget-password': 'src/pages/account/forgot-password-page.tsx',
  '/privacy-policy': 'src/pages/legal/privacy-page.tsx',
  '/terms': 'src/pages/legal/terms-page.tsx',
  '/alerts': 'src/pages/content/alert-page.tsx',
  // Nothing but the frame's own.
  '*': null,
};

const library = 'src/site/load-site.ts';

/** The scripts that islands ask for as soon as the page starts: they travel beside the first one. */
const islandSources: Readonly<Record<IslandName, readonly string[]>> = {
  bar: [],
  tape: ['src/pages/landing/Tape.tsx'],
  testimonials: ['src/pages/landing/Testimonials.tsx'],
  pricing: [],
  contact: [],
  subscribe: ['src/pages/static/WalletSubscribe.tsx', library],
  contents: ['src/pages/legal/LegalContents.tsx'],
  welcome: ['src/pages/billing/Welcome.tsx', library],
  alert: ['src/pages/content/AlertView.tsx', library],
  signIn: ['src/pages/account/SignIn.tsx', library],
  signUp: ['src/pages/account/SignUp.tsx', library],
  forgotPassword: ['src/pages/account/ForgotPassword.tsx', library],
};

interface PrerenderEntry {
  drawPages(): Promise<readonly DrawnPage[]>;
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
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'entry.mjs', codeSplitting: false } },
    },
  });
  return (await import(pathToFileURL(join(folder, 'entry.mjs')).href)) as PrerenderEntry;
}

/** The fonts that the first screen needs, asked for before the stylesheet has been read. */
async function fontPreloads(): Promise<string[]> {
  const names = await readdir(join(dist, 'assets'));
  return names
    .filter((name) => /^(inter|newsreader)-latin-wght-normal-.*\.woff2$/.test(name))
    .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`);
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that the bundler has made. */
class Bundle {
  private readonly chunks: Readonly<Record<string, Chunk>>;

  constructor(manifest: string) {
    this.chunks = JSON.parse(manifest);
  }

  /** The stylesheets of a page, and the scripts that its islands ask for at once. */
  filesFor(path: string, islands: readonly IslandName[]): { scripts: string[]; styles: string[] } {
    const styles = new Set<string>();
    const scripts = new Set<string>();
    const page = pageSources[path];
    if (page !== null) this.follow(page, new Set(), styles);
    for (const name of islands) {
      const sources = islandSources[name];
      for (const source of sources) this.follow(source, scripts, styles);
    }
    return { scripts: [...scripts], styles: [...styles] };
  }

  /** What the bundler made of a source, and of all that it imports. */
  private follow(source: string | undefined, scripts: Set<string>, styles: Set<string>): void {
    const chunk = source === undefined ? undefined : this.chunks[source];
    if (chunk === undefined) throw new Error(`The bundle has nothing of ${source}.`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const other of chunk.imports ?? []) this.follow(other, scripts, styles);
  }
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

const fileOf = (path: string): string =>
  path === '*' ? '404.html' : path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;

export async function prerender(): Promise<void> {
  const template = await inlineThemeScript(await readFile(join(dist, 'index.html'), 'utf8'));
  if (!template.includes(ROOT)) throw new Error(`dist/index.html has no ${ROOT}.`);
  const bundle = new Bundle(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  await rm(join(dist, '.vite'), { recursive: true });
  // The members' pages are their own: nothing for a search engine.
  await writeFile(
    join(dist, 'app.html'),
    template.replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>'),
  );

  const folder = await mkdtemp(join(here, '.prerender-'));
  try {
    const { drawPages } = await loadEntry(folder);
    const preloads = await fontPreloads();
    for (const { path, title, markup, islands } of await drawPages()) {
      const { scripts, styles } = bundle.filesFor(path, islands);
      const head = [
        ...styles.map((file) => `<link rel="stylesheet" href="/${file}" />`),
        ...preloads,
        ...scripts.map((file) => `<link rel="modulepreload" href="/${file}" />`),
      ].filter((line) => !template.includes(line.match(/href="([^"]+)"/)?.[1] ?? '"'));
      const html = template
        .replace(/<title>.*<\/title>/, () => `<title>${title} · Openbell</title>`)
        .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
        .replace(ROOT, () => `<div id="root" data-page="${path}">${withoutStyleAttributes(markup)}</div>`);
      const file = join(dist, fileOf(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

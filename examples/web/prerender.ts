// The step after the bundle: writes the prerendered pages beside it.
//   index.html  the landing page        <route>/index.html  the other public pages
//   404.html  the not-found page        app.html  the members' app, for every other route
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { headOf, ORIGIN, siteMap, webManifest } from './head.ts';
import { drawPictures } from './pictures.ts';
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

/** What the frame's own script is made of. */
const ENTRY = 'index.html';
const library = 'src/site/load-site.ts';

/** The scripts that islands ask for as soon as the page starts: they travel beside the first one. */
const islandSources: Readonly<Record<IslandName, readonly string[]>> = {
  bar: [],
  tape: [],
  testimonials: [],
  pricing: [],
  contact: [],
  subscribe: [],
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
    .filter((name) => /^(inter|newsreader)-core-.*\.woff2$/.test(name))
    .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`);
}

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that the bundler has made. */
class Bundle {
  private readonly chunks: Readonly<Record<string, Chunk>>;

  constructor(manifest: string) {
    this.chunks = JSON.parse(manifest);
  }

  /**
   * The stylesheets of a page, and its scripts in the order in which they run: each after those that it needs. The one that
   * starts the islands waits for whatever does not need it, so that they find it there.
   */
  filesFor(path: string, islands: readonly IslandName[]): { scripts: string[]; styles: string[] } {
    const styles = new Set<string>();
    const scripts = new Map<string, Chunk>();
    const page = pageSources[path];
    if (page !== null) this.follow(page, new Map(), styles);
    for (const source of [ENTRY, ...islands.flatMap((name) => islandSources[name])]) {
      this.follow(source, scripts, styles);
    }
    const chunks = [...scripts.values()];
    const inOrder = [
      ...chunks.filter((chunk) => !this.needsEntry(chunk)),
      ...chunks.filter((chunk) => this.needsEntry(chunk)),
    ];
    return { scripts: inOrder.map(({ file }) => `/${file}`), styles: [...styles] };
  }

  private needsEntry({ isEntry = false, imports = [] }: Chunk): boolean {
    return isEntry || imports.some((name) => this.needsEntry(this.chunkOf(name)));
  }

  private chunkOf(source: string | undefined): Chunk {
    const chunk = source === undefined ? undefined : this.chunks[source];
    if (chunk === undefined) throw new Error(`The bundle has nothing of ${source}.`);
    return chunk;
  }

  /** What the bundler made of a source, and of all that it imports. */
  private follow(source: string | undefined, scripts: Map<string, Chunk>, styles: Set<string>): void {
    const chunk = this.chunkOf(source);
    if (scripts.has(chunk.file)) return;
    for (const style of chunk.css ?? []) styles.add(style);
    for (const other of chunk.imports ?? []) this.follow(other, scripts, styles);
    scripts.set(chunk.file, chunk);
  }
}

/** Puts the theme's script into the page: one request less before the first paint; the server allows it by its hash. */
async function inlineThemeScript(html: string): Promise<string> {
  const script = await readFile(join(dist, 'theme.js'), 'utf8');
  const code = script.replace(/^\s*\/\/.*$/gm, '').trim();
  return html.replace('<script src="/theme.js"></script>', () => `<script>${code}</script>`);
}

/** A stylesheet inside the page: nothing is waited for before the first paint; the server allows it by its hash. */
async function inlineStyle(file: string): Promise<string> {
  return `<style>${(await readFile(join(dist, file), 'utf8')).trim()}</style>`;
}

/** The frame's own stylesheet, which the bundler has linked. */
async function inlineStyles(html: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html);
  if (link === null) throw new Error('dist/index.html links no stylesheet.');
  const style = await inlineStyle(link[1] ?? '');
  return html.replace(link[0], () => style);
}

/** Takes the scripts out of the page: they are asked for when it has been painted (public/start.js). */
function withoutScripts(html: string): string {
  return html
    .replace(/<script type="module" crossorigin src="[^"]+"><\/script>\s*/, '')
    .replace(/<link rel="modulepreload" crossorigin href="[^"]+">\s*/g, '');
}

/** The script that starts the page's scripts; the server allows it by its hash. */
async function starter(scripts: readonly string[]): Promise<string> {
  const code = (await readFile(join(dist, 'start.js'), 'utf8')).replace(/^\s*\/\/.*$/gm, '').trim();
  return `<script>${code.replace('[SCRIPTS]', JSON.stringify(scripts))}</script>`;
}

/** The site's CSP refuses style attributes; what a component hides by one, its stylesheet hides as well. */
function withoutStyleAttributes(markup: string): string {
  return markup.replace(/ style="[^"]*"/g, '');
}

/** The site's own origin, where the build has been told of it; the server that serves the site writes it in otherwise. */
function withOrigin(text: string): string {
  const origin = process.env.SITE_ORIGIN;
  return origin === undefined || origin === '' ? text : text.replaceAll(ORIGIN, new URL(origin).origin);
}

const fileOf = (path: string): string =>
  path === '*' ? '404.html' : path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;

export async function prerender(): Promise<void> {
  const frame = await inlineThemeScript(await readFile(join(dist, 'index.html'), 'utf8'));
  const template = withoutScripts(await inlineStyles(frame));
  if (!template.includes(ROOT)) throw new Error(`dist/index.html has no ${ROOT}.`);
  const bundle = new Bundle(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  await rm(join(dist, '.vite'), { recursive: true });
  // The members' pages are their own: nothing for a search engine.
  await writeFile(
    join(dist, 'app.html'),
    frame.replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>'),
  );

  const robots = await readFile(join(dist, 'robots.txt'), 'utf8');
  await writeFile(
    join(dist, 'robots.txt'),
    withOrigin(`${robots.trim()}\n\nSitemap: ${ORIGIN}/sitemap.xml\n`),
  );
  await writeFile(join(dist, 'sitemap.xml'), withOrigin(siteMap()));
  await writeFile(join(dist, 'site.webmanifest'), webManifest());
  await drawPictures(dist);

  const folder = await mkdtemp(join(here, '.prerender-'));
  try {
    const { drawPages } = await loadEntry(folder);
    const preloads = await fontPreloads();
    for (const { path, title, markup, islands } of await drawPages()) {
      const { scripts, styles } = bundle.filesFor(path, islands);
      const name = `${title} · Openbell`;
      const known = (file: string): boolean => frame.includes(`"/${file}"`);
      const head = [
        ...headOf(path, name),
        ...(await Promise.all(styles.filter((file) => !known(file)).map(inlineStyle))),
        ...preloads,
      ];
      const start = await starter(scripts);
      const html = template
        .replace(/<title>.*<\/title>/, () => `<title>${name}</title>`)
        .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
        .replace('</body>', () => `  ${start}\n  </body>`)
        .replace(ROOT, () => `<div id="root" data-page="${path}">${withoutStyleAttributes(markup)}</div>`);
      const file = join(dist, fileOf(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, withOrigin(html));
    }
    // It is in every page that needs it.
    await rm(join(dist, 'start.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

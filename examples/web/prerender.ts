// The step after the bundle: writes the prerendered pages beside it.
//   index.html  the landing page        <route>/index.html  the other public pages
//   404.html  the not-found page        app.html  the members' app, for every other route
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, minify, type Rolldown } from 'vite';
import { headOf, ORIGIN, siteMap, webManifest } from './head.ts';
import { drawPictures } from './pictures.ts';
import type { DrawnPage } from './src/prerender-entry.tsx';
import type { IslandName } from './src/site/islands/islands.types.ts';
import { MEMBER_PATH } from './src/site/routing/member-path.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const ROOT = '<div id="root"></div>';

/** The source of each page; null for a page without code of its own. */
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
  '*': null,
};

/** The entry of the frame's script. */
const ENTRY = 'index.html';
const library = 'src/site/load-site.ts';

/** Scripts that islands load at the start, preloaded with the first one. */
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

/** The sources of every page of the members' app. */
const memberSources = [ENTRY, library, 'src/members-app.tsx'];

/** The further sources of the members' pages, by a pattern of their paths. */
const memberPages: readonly (readonly [path: RegExp, sources: readonly string[]])[] = [
  [/^\/dashboard/, ['src/pages/dashboard/dashboard-page.tsx']],
  [/^\/(personal-)?chat/, ['src/pages/chat/chat-page.tsx']],
  [/^\/market-data/, ['src/pages/market/market-data-page.tsx']],
  [/^\/site-alerts/, ['src/pages/content/site-alerts-page.tsx']],
  [/^\/courses/, ['src/pages/content/courses-page.tsx']],
  [/^\/course\//, ['src/pages/content/course-page.tsx']],
  [/^\/profile\/?$/, ['src/pages/account/profile-page.tsx']],
];

/** The sources of the saved chats, which are readable offline. */
const offlineSources = [
  ...memberSources,
  'src/pages/dashboard/dashboard-page.tsx',
  'src/pages/chat/chat-page.tsx',
];

interface PrerenderEntry {
  drawPages(): Promise<readonly DrawnPage[]>;
  drawShell(): string;
}

/** Bundles the pages for Node in a temporary folder, and imports them. */
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

/** The fonts of the first screen, which public pages preload before the stylesheet is parsed. */
async function firstFonts(): Promise<string[]> {
  const names = await readdir(join(dist, 'assets'));
  return names
    .filter((name) => /^(inter|newsreader)-core-.*\.woff2$/.test(name))
    .map((name) => `/assets/${name}`);
}

/** The files of the bundle. */
class Bundle {
  private readonly chunks: readonly Rolldown.OutputChunk[];

  constructor({ output }: Rolldown.RolldownOutput) {
    this.chunks = output.filter((file) => file.type === 'chunk');
  }

  /**
   * Returns the stylesheets of a page, and its scripts in the order of execution: each after its imports, and those that
   * import the entry last. The entry starts the islands, whose other code is loaded by then.
   */
  filesFor(path: string, islands: readonly IslandName[]): { scripts: string[]; styles: string[] } {
    const page = pageSources[path];
    if (page === undefined) throw new Error(`Name the source of the page ${path} in pageSources.`);
    const styles = page === null ? [] : stylesOf(this.withImports([page]));
    const found = this.withImports([ENTRY, ...islands.flatMap((name) => islandSources[name])]);
    const entry = this.chunkOf(ENTRY).fileName;
    const needsEntry = (chunk: Rolldown.OutputChunk): boolean =>
      this.withImports([chunk]).some(({ fileName }) => fileName === entry);
    const inOrder = [
      ...found.filter((chunk) => !needsEntry(chunk)),
      ...found.filter((chunk) => needsEntry(chunk)),
    ];
    return {
      scripts: inOrder.map(({ fileName }) => `/${fileName}`),
      styles: [...new Set([...styles, ...stylesOf(found)])],
    };
  }

  /** Returns the files of sources and of everything that they import. */
  filesOf(sources: readonly string[]): string[] {
    const found = this.withImports(sources);
    const files = found.flatMap((chunk) => [chunk.fileName, ...stylesOf([chunk])]);
    return [...new Set(files)].map((file) => `/${file}`);
  }

  /** Returns chunks and all that they import, each after its imports. Chunks may import each other. */
  private withImports(chunks: readonly (Rolldown.OutputChunk | string)[]): Rolldown.OutputChunk[] {
    const seen = new Set<Rolldown.OutputChunk>();
    const ordered: Rolldown.OutputChunk[] = [];
    const add = (chunk: Rolldown.OutputChunk): void => {
      if (seen.has(chunk)) return;
      seen.add(chunk);
      for (const name of chunk.imports) add(this.chunkNamed(name));
      ordered.push(chunk);
    };
    for (const chunk of chunks) add(typeof chunk === 'string' ? this.chunkOf(chunk) : chunk);
    return ordered;
  }

  /** Returns the chunk that an import of a source loads: the bundler may move the source into one that others share. */
  private chunkOf(source: string): Rolldown.OutputChunk {
    const module = join(here, source);
    const chunk =
      this.chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
      this.chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`The bundle has no chunk of ${source}.`);
    return chunk;
  }

  private chunkNamed(name: string): Rolldown.OutputChunk {
    const chunk = this.chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined) throw new Error(`The bundle has no chunk ${name}.`);
    return chunk;
  }
}

function stylesOf(chunks: readonly Rolldown.OutputChunk[]): string[] {
  return chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
}

/** Inlines a script of public/, which saves a request before the first paint; the server's policy allows it by its hash. */
async function inlineScript(html: string, name: string): Promise<string> {
  const code = await readScript(name);
  return html.replace(`<script src="/${name}"></script>`, () => `<script>${code}</script>`);
}

/** Reads a script of public/ without comments, minified unless old browsers have to parse it. */
async function readScript(name: string): Promise<string> {
  const script = await readFile(join(dist, name), 'utf8');
  if (name === 'supported.js') return script.replace(/^\s*\/\/.*$/gm, '').trim();
  const { code, errors } = await minify(name, script, { module: false });
  if (errors.length > 0) throw new Error(`public/${name} cannot be minified: ${errors[0]?.message}`);
  return code.trim();
}

/** Inlines a stylesheet, so that the first paint waits for no request; the server's policy allows it by its hash. */
async function inlineStyle(file: string): Promise<string> {
  return `<style>${(await readFile(join(dist, file), 'utf8')).trim()}</style>`;
}

/**
 * Inlines the frame's stylesheet, which the bundler links. The disabled link, which no browser loads, tells the bundler's
 * loader that the page has the stylesheet: loaded again by a later chunk, its rules would follow those of the page.
 */
async function inlineStyles(html: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html);
  if (link === null) throw new Error('dist/index.html links no stylesheet.');
  const style = await inlineStyle(link[1] ?? '');
  return html.replace(link[0], () => `${style}<link rel="stylesheet" href="/${link[1]}" disabled>`);
}

/** Removes the scripts from the page; public/start.js loads them after the first paint. */
function withoutScripts(html: string): string {
  return html
    .replace(/<script type="module" crossorigin src="[^"]+"><\/script>\s*/, '')
    .replace(/<link rel="modulepreload" crossorigin href="[^"]+">\s*/g, '');
}

/** The script that starts the page's scripts; the server allows it by its hash. */
async function starter(scripts: readonly string[]): Promise<string> {
  const code = await readScript('start.js');
  return `<script>${code.replace('[SCRIPTS]', () => JSON.stringify(scripts))}</script>`;
}

/**
 * The document of the members' app: shows the frame at once, and loads the code of the page that the URL names beside
 * that of the app, not after it. Not indexed.
 */
async function appDocument(frame: string, bundle: Bundle, shell: string): Promise<string> {
  const isNew = (href: string): boolean => !frame.includes(`"${href}"`);
  const common = bundle.filesOf(memberSources).filter(isNew);
  const pages = memberPages.map(([path, sources]) => [
    path.source,
    bundle.filesOf(sources).filter((href) => isNew(href) && !common.includes(href)),
  ]);
  const preload = await readScript('preload.js');
  await rm(join(dist, 'preload.js'));
  const head = [
    '<meta name="robots" content="noindex" />',
    ...common.map((href) =>
      href.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="${href}">`
        : `<link rel="modulepreload" crossorigin href="${href}">`,
    ),
    `<script>${preload.replace('[PAGES]', () => JSON.stringify(pages))}</script>`,
  ];
  return frame
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(
      ROOT,
      () =>
        `<noscript><p>The members’ pages need JavaScript, which is turned off in your browser.</p></noscript>\n    <div id="root">${shell}</div>`,
    );
}

/** Names the build, so that a page finds out that the server has a newer one. File names contain hashes of contents. */
function withVersion(html: string): { readonly html: string; readonly version: string } {
  const version = createHash('sha256').update(html).digest('hex').slice(0, 12);
  return {
    html: html.replace('</head>', `  <meta name="version" content="${version}" />\n  </head>`),
    version,
  };
}

/** Writes the build's files into the worker that keeps them for a start without a connection. */
async function writeWorker(version: string, files: readonly string[]): Promise<void> {
  const worker = join(dist, 'sw.js');
  const build = JSON.stringify({ version, pages: MEMBER_PATH.source, files });
  await writeFile(
    worker,
    (await readFile(worker, 'utf8')).replace('= BUILD;', () => `= ${build};`),
  );
}

/** Removes style attributes, which the site's CSP blocks. Stylesheets hide the same elements. */
function withoutStyleAttributes(markup: string): string {
  return markup.replace(/ style="[^"]*"/g, '');
}

/** Inserts the origin of `SITE_ORIGIN`. Without it the server inserts its own when it serves the site. */
function withOrigin(text: string): string {
  const origin = process.env.SITE_ORIGIN;
  return origin === undefined || origin === '' ? text : text.replaceAll(ORIGIN, new URL(origin).origin);
}

const fileOf = (path: string): string =>
  path === '*' ? '404.html' : path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;

/** Writes the pages of a bundle in `dist/`. */
export async function prerender(output: Rolldown.RolldownOutput): Promise<void> {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const inlined = await inlineScript(await inlineScript(page, 'supported.js'), 'theme.js');
  const { html: frame, version } = withVersion(inlined);
  await rm(join(dist, 'supported.js'));
  const template = withoutScripts(await inlineStyles(frame));
  if (!template.includes(ROOT)) throw new Error(`dist/index.html has no ${ROOT}.`);
  const bundle = new Bundle(output);
  const fonts = await firstFonts();
  await writeWorker(version, [...bundle.filesOf(offlineSources), ...fonts]);

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
    const { drawPages, drawShell } = await loadEntry(folder);
    await writeFile(join(dist, 'app.html'), await appDocument(frame, bundle, drawShell()));
    const preloads = fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`,
    );
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
    // start.js is inlined in every page that needs it.
    await rm(join(dist, 'start.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// `npm run sizes`: measures the initial download of the pages and the entry points of core, in bytes after gzip. Fails
// more than 5 % above the recorded sizes (sizes.json). `npm run record` records the sizes, there and in the README.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defaultClientConditions } from 'vite';
import { pureSchemas } from '../packages/pure-schemas.ts';
import { noteUnrecorded } from '../tests/support/unrecorded.ts';
import { buildWeb } from './build-web.mjs';
import { root } from './run.mjs';

const dist = join(root, 'examples/web/dist');
const assets = join(dist, 'assets');
const recordFile = join(import.meta.dirname, 'sizes.json');
const recorded = JSON.parse(readFileSync(recordFile, 'utf8'));
const core = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
const peers = Object.keys(core.peerDependencies);
const isRecording = process.argv.includes('--record');
/** How much larger than recorded a size may be. */
const SLACK = 1.05;
const gzip = (content) => gzipSync(content, { level: 9 }).length;

/**
 * The pages that are measured: the file that is sent, and the chunks and shared stylesheets of the members' app that their
 * routes load at the start. A public page has its own scripts (examples/web/public/start.js) and inline styles, and
 * loads the rest on scroll or interaction. `maxFiles` limits the number of script files.
 */
const members = ['members-app', 'load-site'];
const pages = {
  '/': { html: 'index.html', chunks: ['Tape'] },
  '/ read to its end': {
    html: 'index.html',
    chunks: ['Tape', 'Testimonials', 'Pricing', 'ContactSection', 'load-site'],
  },
  '/old': { html: 'old/index.html', chunks: [] },
  '/welcome': { html: 'welcome/index.html', chunks: [] },
  '/signin': { html: 'signin/index.html', chunks: [] },
  '/signup': { html: 'signup/index.html', chunks: [] },
  '/forget-password': { html: 'forget-password/index.html', chunks: [] },
  '/terms': { html: 'terms/index.html', chunks: [] },
  '/alerts': { html: 'alerts/index.html', chunks: [] },
  '/dashboard': {
    html: 'app.html',
    chunks: [...members, 'dashboard-page'],
    sheets: ['billing', 'content'],
    maxFiles: 12,
  },
  '/chat': { html: 'app.html', chunks: [...members, 'chat-page'], sheets: ['billing'], maxFiles: 15 },
  '/market-data': {
    html: 'app.html',
    chunks: [...members, 'market-data-page'],
    sheets: ['billing'],
    maxFiles: 15,
  },
};
/** Maximum JavaScript of the landing page, as a multiple of react + react-dom. */
const LANDING_RATIO = 1.35;
/** Maximum styles of a page. */
const STYLES_LIMIT = 20_000;

function pageSizes({ html, chunks, sheets = [] }) {
  const names = readdirSync(assets);
  // No browser loads a disabled link: the prerender inlines its stylesheet. The app's document also names, in a script, the
  // files of every page, to preload those of one.
  const page = readFileSync(join(dist, html), 'utf8').replace(
    html === 'app.html' ? /<script>[\s\S]*?<\/script>/g : /<link[^>]* disabled>/g,
    '',
  );
  const linked = (end) =>
    [...page.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name).filter((name) => name.endsWith(end));
  const scripts = new Set();
  // Counts static imports of a chunk, not dynamic ones.
  const add = (name) => {
    if (scripts.has(name)) return;
    scripts.add(name);
    const code = readFileSync(join(assets, name), 'utf8');
    for (const [, other] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) add(other);
  };
  for (const name of linked('.js')) add(name);
  const styles = new Set(linked('.css'));
  // File names are `<chunk>-<hash of 8 characters>.<extension>`.
  const filesOf = (chunk, end) =>
    names.filter((name) => new RegExp(`^${RegExp.escape(chunk)}-.{8}${RegExp.escape(end)}$`).test(name));
  for (const chunk of chunks) {
    const found = filesOf(chunk, '.js');
    if (found.length !== 1) throw new Error(`${found.length} files of dist/assets are the chunk ${chunk}.`);
    add(found[0]);
    for (const style of filesOf(chunk, '.css')) styles.add(style);
  }
  for (const sheet of sheets) for (const style of filesOf(sheet, '.css')) styles.add(style);
  const total = (files) => files.reduce((sum, name) => sum + gzip(readFileSync(join(assets, name))), 0);
  const inline = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].reduce(
    (sum, [, css]) => sum + gzip(css),
    0,
  );
  return { files: scripts.size, js: total([...scripts]), css: inline + total([...styles]) };
}

/** Bundles a module like a site, without shared libraries and dynamic imports. */
async function bundledSize(code, external) {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      pureSchemas,
      {
        name: 'measured',
        resolveId: (id) => (id === 'virtual:measured' ? join(root, 'measured.js') : undefined),
        load: (id) => (id === join(root, 'measured.js') ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: { input: 'virtual:measured', external, preserveEntrySignatures: 'strict' },
    },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const counted = new Set();
  const add = (chunk) => {
    if (chunk === undefined || counted.has(chunk)) return;
    counted.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add([...chunks.values()].find(({ isEntry }) => isEntry));
  return [...counted].reduce((sum, { code: text }) => sum + gzip(text), 0);
}

async function entrySizes() {
  const sizes = {};
  for (const entry of Object.keys(core.exports)) {
    if (entry === './package.json') continue;
    const name = entry.replace(/^\./, '@openbell/core');
    sizes[name] = await bundledSize(`export * from '${name}';`, peers);
  }
  return sizes;
}

/** The size that each feature's factory adds to a site that has the shared libraries, with its limit. */
const factories = {
  session: ['createSession', 4],
  'otp-reset': ['createOtpReset', 2],
  billing: ['createBilling', 5],
  'ticker-search': ['createTickerSearch', 2],
  chat: ['createChat', 10],
  'time-sales': ['createTimeSales', 5],
  'trade-flash': ['createTradeFlash', 4],
};

async function featureSizes() {
  const libraries = [...peers, ...Object.keys(core.dependencies)].map((name) => new RegExp(`^${name}(/|$)`));
  const rows = [];
  for (const [entry, [factory, goal]] of Object.entries(factories)) {
    const name = `@openbell/core/${entry}`;
    const code = `export { ${factory} } from '${name}';`;
    rows.push({
      name,
      alone: await bundledSize(code, libraries),
      whole: await bundledSize(code, peers),
      goal,
    });
  }
  const name = '@openbell/core';
  const code = `export { createOpenbell } from '${name}';`;
  rows.push({
    name,
    alone: await bundledSize(code, libraries),
    whole: await bundledSize(code, []),
    goal: 30,
  });
  return rows;
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Writes the table of the README between its two comments. */
function writeReadme(rows) {
  const cells = [
    ['entry point', 'its own code', 'with what it imports', 'goal'],
    ...rows.map(({ name, alone, whole, goal }) => {
      const measured = name === '@openbell/core' ? whole : alone;
      const met = measured <= goal * 1000 ? '' : ', not reached';
      return [`\`${name}\``, kB(alone), kB(whole), `${goal} kB${met}`];
    }),
  ];
  const widths = cells[0].map((_, at) => Math.max(...cells.map((row) => row[at].length)));
  const [head, ...lines] = cells.map(
    (row) =>
      `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const file = join(root, 'README.md');
  const before = readFileSync(file, 'utf8');
  const after = before.replace(
    /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/,
    (_, begin, end) => `${begin}\n${[head, rule, ...lines].join('\n')}\n\n${end}`,
  );
  if (after !== before) writeFileSync(file, after);
}

const failures = [];
const sizes = {};
function line(name, size, note = '') {
  sizes[name] = size;
  const before = recorded[name];
  const over = before !== undefined && size > before * SLACK;
  if (before === undefined) noteUnrecorded(`new size: ${name}, ${size} bytes`);
  if (over) failures.push(`${name} is ${size} bytes, more than ${SLACK} × its recorded ${before}.`);
  console.log(
    `${name.padEnd(40)}${String(size).padStart(8)}${String(before ?? '–').padStart(10)} ${over ? '✗' : ' '} ${note}`,
  );
}

await buildWeb();
const react = await bundledSize(
  "export { createElement } from 'react'; export { hydrateRoot } from 'react-dom/client';",
  [],
);
console.log(`${'bytes after gzip'.padEnd(40)}${'now'.padStart(8)}${'recorded'.padStart(10)}`);
console.log(`${'react + react-dom alone'.padEnd(40)}${String(react).padStart(8)}`);
for (const [path, page] of Object.entries(pages)) {
  const { files, js, css } = pageSizes(page);
  line(`${path} scripts`, js, `${(js / react).toFixed(2)} × react + react-dom`);
  line(`${path} styles`, css);
  line(`${path} document`, gzip(readFileSync(join(dist, page.html))));
  if (files > page.maxFiles) failures.push(`${path} has ${files} script files, more than ${page.maxFiles}.`);
  if (css > STYLES_LIMIT) failures.push(`${path} has more than ${STYLES_LIMIT} bytes of styles.`);
  if (path === '/' && js > LANDING_RATIO * react)
    failures.push(`/ is sent more than ${LANDING_RATIO} × react + react-dom.`);
}
for (const [name, size] of Object.entries(await entrySizes())) line(name, size);
const features = await featureSizes();
for (const { name, alone } of features) line(`${name}, own code`, alone);
if (isRecording) {
  writeReadme(features);
  writeFileSync(recordFile, `${JSON.stringify(sizes, null, 2)}\n`);
  process.exit(0);
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

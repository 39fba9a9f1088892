// `npm run docs`: builds the docs site in docs/api (guides, feature pages, specification, decisions, every entry point), with
// the conformance table, llms.txt and llms-full.txt, and checks all links.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPages, readRules } from '../tests/conformance/read-rules.ts';
import { readClaims } from '../tests/conformance/read-titles.ts';
import { conformanceTable } from '../tests/conformance/table.ts';
import { bin, root, run, seconds } from './run.mjs';

const site = join(root, 'docs/api');
const start = performance.now();

/** Writes the conformance table for TypeDoc. The folder is in .gitignore. */
function writeConformanceTable() {
  const { rules, problems } = readRules();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const table = conformanceTable(readPages(), rules, readClaims(), '../specification');
  mkdirSync(join(root, 'docs/reference'), { recursive: true });
  writeFileSync(join(root, 'docs/reference/conformance-table.md'), table);
}

/** Copies the product's fonts to the site's stylesheet (docs/site.css). */
function copyFonts() {
  for (const family of ['inter', 'newsreader']) {
    const file = `${family}-latin-wght-normal.woff2`;
    const font = import.meta.resolve(`@fontsource-variable/${family}/files/${file}`);
    copyFileSync(fileURLToPath(font), join(site, 'assets', file));
  }
}

/** A document's title and its first paragraph. */
function summaryOf(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  const [paragraph = ''] = text
    .slice(text.indexOf(`# ${title}`) + title.length + 2)
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => /^[\p{L}*`]/u.test(part));
  return {
    path,
    title,
    text,
    // Links are relative to their document, so only their text is used.
    about: paragraph
      .replaceAll(/\*\*|\s*\n\s*/g, (found) => (found === '**' ? '' : ' '))
      .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
  };
}

const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => summaryOf(`${folder}/${name}`));

/** Writes llms.txt (llmstxt.org), llms-full.txt and the Markdown sources that the index links. */
function writeForMachines() {
  const readme = summaryOf('README.md');
  const parts = [
    ['Guides', markdownIn('docs/guides')],
    ['Features', markdownIn('docs/features')],
    ['What it does', [...markdownIn('docs/specification'), summaryOf('docs/conformance.md')]],
    ['How it is built', [summaryOf('docs/architecture.md'), ...markdownIn('docs/decisions')]],
    ['Working on it', ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map(summaryOf)],
  ];
  const index = parts.map(
    ([name, documents]) =>
      `## ${name}\n\n${documents.map(({ title, path, about }) => `- [${title}](${path}): ${about}`).join('\n')}\n`,
  );
  const entryPoints = readdirSync(join(site, 'modules')).map(
    (page) => `- [@${page.slice(1, -5).replaceAll(/[_.]/g, '/')}](modules/${page})`,
  );
  index.push(`## Entry points\n\n${entryPoints.join('\n')}\n`);
  writeFileSync(join(site, 'llms.txt'), `# ${readme.title}\n\n> ${readme.about}\n\n${index.join('\n')}`);
  const whole = [readme, ...parts.flatMap(([, documents]) => documents)];
  for (const { path, text } of whole) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  writeFileSync(
    join(site, 'llms-full.txt'),
    whole.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`).join('\n'),
  );
}

/** Returns the site's broken links: missing files and missing anchors. */
function deadLinks() {
  const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'));
  const texts = new Map(pages.map((page) => [join(site, page), readFileSync(join(site, page), 'utf8')]));
  const places = new Map(
    [...texts].map(([path, html]) => [
      path,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const dead = new Set();
  for (const [path, html] of texts) {
    for (const [, href, place] of html.matchAll(/<a[^>]*\shref="([^"#]*)(?:#([^"]*))?"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const target = href === '' ? path : join(dirname(path), decodeURI(href));
      const leads = places.get(target)?.has(decodeURIComponent(place ?? '')) ?? true;
      if (!existsSync(target) || (place && !leads))
        dead.add(`${relative(site, path)} → ${relative(site, target)}${place ? `#${place}` : ''}`);
    }
  }
  for (const [, path] of readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g))
    if (!existsSync(join(site, path))) dead.add(`llms.txt → ${path}`);
  return { pages: pages.length, dead: [...dead] };
}

writeConformanceTable();
const made = await run(bin('typedoc'), ['--options', 'docs/typedoc.json']);
if (made.code !== 0) {
  console.error(made.output);
  process.exit(made.code);
}
copyFonts();
writeForMachines();
const { pages, dead } = deadLinks();
for (const link of dead) console.error(`broken link: ${link}`);
console.log(
  `docs/api: ${pages} pages, ${dead.length} broken links (${seconds(start)}). Serve docs/api, or open docs/api/index.html.`,
);
process.exit(dead.length > 0 ? 1 : 0);

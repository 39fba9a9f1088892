// `npm run lighthouse`: runs Lighthouse (mobile profile) on every public page of the built site, and on the main pages of a
// subscriber.
// `--json <file>` writes the scores (0 to 100); `--only <path>` measures one page; `--why` prints the failed audits.
// A page below its goal is measured five times and its median scores count, as Lighthouse recommends for noisy machines.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { root } from './run.mjs';
import { startServer } from './start-server.mjs';

/** The public routes. Lighthouse cannot score the not-found page, because its status is 404. */
const paths = [
  '/',
  '/old',
  '/welcome',
  '/signin',
  '/signup',
  '/forget-password',
  '/privacy-policy',
  '/terms',
  '/alerts',
];
/** The members' pages, which no search engine may list. */
const memberPaths = ['/dashboard', '/chat', '/market-data', '/profile', '/courses'];
const memberCategories = ['performance', 'accessibility', 'best-practices'];
const categories = [...memberCategories, 'seo'];
/** Lowest scores. */
const publicGoal = 100;
const memberGoal = 95;
const RUNS = 5;

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', multiple: true },
    why: { type: 'boolean', default: false },
  },
});

const chromePath = ensureBrowser();
await installOwnPackages('scripts/lighthouse', 'Lighthouse');
await buildWeb();
const packages = join(root, 'scripts/lighthouse/node_modules');
const load = (file) => import(pathToFileURL(join(packages, file)).href);
const { default: lighthouse } = await load('lighthouse/core/index.js');
const { launch } = await load('chrome-launcher/dist/index.js');
const { default: puppeteer } = await load('puppeteer-core/lib/puppeteer/puppeteer-core.js');

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs Lighthouse once. Retries when the browser returns no trace, which happens occasionally. */
async function measure(url, port, tries = 3) {
  const result = await lighthouse(url, {
    port,
    onlyCategories: categories,
    logLevel: 'silent',
    // Keeps the member signed in, and still measures a first visit without a cache.
    disableStorageReset: true,
  });
  if (result === undefined || result.lhr.runtimeError !== undefined) {
    if (tries > 1) return measure(url, port, tries - 1);
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  const { lhr } = result;
  const scores = categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
  return { scores, lhr };
}

/** The failed audits of a run and its performance metrics. */
function reasons({ audits, categories: found }) {
  const refs = Object.values(found).flatMap(({ auditRefs }) => auditRefs);
  const failed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return [...new Set(failed.map(({ id }) => id))].map(
    (id) => `    ${id}: ${audits[id].displayValue ?? audits[id].title}`,
  );
}

/** Signs a subscriber in in the browser. The server must not ask for a captcha. */
async function signIn({ url, port }) {
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'subscriber@openbell.test',
      password: 'Opening-bell-9',
      remember: true,
      type: 'manual',
      captcha: '',
    }),
  });
  const { access } = await response.json();
  if (!response.ok) throw new Error(`Sign-in failed with ${response.status}.`);
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(`${url}/terms`);
  await page.evaluate((token) => localStorage.setItem('accessToken', token), access);
  await page.close();
  await browser.disconnect();
}

/** Measures pages and prints their scores. */
async function measurePages(site, pages, { names, goal }) {
  console.log(`${''.padEnd(20)}${names.map((name) => name.padStart(16)).join('')}`);
  const rows = [];
  for (const path of pages.filter((one) => values.only === undefined || values.only.includes(one))) {
    const scoresOf = ({ scores }) => names.map((name) => scores[categories.indexOf(name)]);
    const runs = [await measure(`${site.url}${path}`, site.port)];
    // Does not stop at the first good run: the result is the median, not the best.
    if (scoresOf(runs[0]).some((score) => score < goal)) {
      while (runs.length < RUNS) runs.push(await measure(`${site.url}${path}`, site.port));
    }
    const scores = names.map((_, index) => middle(runs.map((run) => scoresOf(run)[index])));
    rows.push({ path, ...Object.fromEntries(names.map((name, index) => [name, scores[index]])) });
    console.log(
      `${path.padEnd(20)}${scores.map((score) => String(score).padStart(16)).join('')}${scores.some((score) => score < goal) ? `  below ${goal}` : ''}`,
    );
    if (values.why) for (const reason of reasons(runs.at(-1).lhr)) console.log(reason);
  }
  return { rows, low: rows.filter((row) => names.some((name) => row[name] < goal)) };
}

const folder = await mkdtemp(join(tmpdir(), 'openbell-lighthouse-'));
const server = await startServer(join(folder, 'public'));
const memberServer = await startServer(join(folder, 'members'), { CAPTCHA: 'off' });
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
const { port } = chrome;
const rows = [];
const low = [];
try {
  // Warms the browser up, so that its startup work is not measured.
  await measure(`${server.url}/no-such-page`, port).catch(() => undefined);
  const pages = await measurePages({ url: server.url, port }, paths, {
    names: categories,
    goal: publicGoal,
  });
  const site = { url: memberServer.url, port };
  await signIn(site);
  const members = await measurePages(site, memberPaths, { names: memberCategories, goal: memberGoal });
  rows.push(...pages.rows, ...members.rows);
  low.push(...pages.low, ...members.low);
} finally {
  chrome.kill();
  await Promise.all([server.stop(), memberServer.stop()]);
  await rm(folder, { recursive: true, force: true });
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
console.log(
  '/alerts?code=… is not measured: alert pages are not indexed on purpose, which lowers their SEO score.',
);
if (low.length > 0) console.error(`Below the goal: ${low.map(({ path }) => path).join(', ')}`);
process.exit(low.length > 0 ? 1 : 0);

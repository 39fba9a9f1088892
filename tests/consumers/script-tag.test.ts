// The guide to a plain <script>: its tag, hash, script and policy, used unchanged in Chromium.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packPackages, temporaryFolder } from './install-packed.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/script-tag.md'), 'utf8');

/** A code block of the guide. */
function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1];
  if (found === undefined) throw new Error(`The guide shows no ${language}.`);
  return found;
}

const policy = block('http').replace('Content-Security-Policy: ', '').trim();
/** The policy that the guide describes for a map: with its hash. */
const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(block('html map'))?.[1] ?? '';
const mapHash = createHash('sha256').update(map).digest('base64');
const policyWithMap = policy.replace("script-src 'self'", `script-src 'self' 'sha256-${mapHash}'`);
/** The module of the guide, which also imports the API client that the map lists. */
const mappedModule = `
  import { createOpenbell } from '@openbell/core';
  import { createApiClient } from '@openbell/core/api-client';
  import { createTickerSearch } from '@openbell/core/ticker-search';
  const search = createTickerSearch({ api: createApiClient({ baseUrl: '/api' }) });
  document.querySelector('#ticker').addEventListener('input', ({ target }) => search.type(target.value));
  createOpenbell({ apiUrl: '/api' }).theme.$theme.subscribe((name) => (document.documentElement.dataset.theme = name));
  search.$state.subscribe(({ options }) => {
    document.querySelector('#options').replaceChildren(...options.map(({ label }) => {
      const item = document.createElement('li');
      item.append(label);
      return item;
    }));
  });
`;
const folder = temporaryFolder();
const requestedPaths: string[] = [];
let library: Buffer;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  packPackages(folder.path);
  // The commands of the guide, with a local package instead of the registry.
  const [pack, unpack = ''] = block('sh').trim().split(' && ');
  expect(pack).toBe('npm pack @openbell/core');
  execFileSync('sh', ['-c', unpack], { cwd: folder.path });
  library = readFileSync(join(folder.path, 'package/dist/openbell.global.js'));
  const hash = execFileSync('sh', ['-c', block('sh hash')], { cwd: folder.path, encoding: 'utf8' });
  const tag = block('html').replace('HASH', hash);
  const [again, ...serve] =
    guide
      .slice(guide.indexOf('## Modules'))
      .match(/^npm pack .*$/m)?.[0]
      .split(' && ') ?? [];
  expect(again).toBe(pack);
  execFileSync('sh', ['-c', serve.join(' && ')], { cwd: folder.path });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    requestedPaths.push(pathname);
    const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
      '/': ['text/html', page(tag)],
      '/tampered': ['text/html', page(tag.replace('openbell.global.js', 'tampered.js'))],
      '/openbell.global.js': ['text/javascript', library],
      '/tampered.js': ['text/javascript', Buffer.concat([library, Buffer.from(' ')])],
      '/map': ['text/html', page(block('html map').replace('/tickers.js', '/mapped.js'))],
      '/mapped.js': ['text/javascript', mappedModule],
      '/tickers.js': ['text/javascript', block('js')],
      '/api/app/marketdata/ticker': [
        'application/json',
        JSON.stringify({ data: [{ label: 'AAPL', value: 'AAPL' }] }),
      ],
    };
    const [type, body] = files[pathname] ?? moduleAt(pathname) ?? ['text/plain', ''];
    response.writeHead(type === 'text/plain' ? 404 : 200, {
      'Content-Type': type,
      'Content-Security-Policy': pathname === '/map' ? policyWithMap : policy,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  folder.remove();
});

function page(scripts: string): string {
  return `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
    <label>Ticker <input id="ticker"></label><ul id="options"></ul>${scripts}</html>`;
}

/** `dist/browser` of the package, served at `/openbell/` as the guide's map has it. */
function moduleAt(path: string): readonly [type: string, body: Buffer] | undefined {
  const file = join(folder.path, 'package/dist/browser', path.replace(/^\/openbell\//, ''));
  return path.startsWith('/openbell/') && existsSync(file)
    ? ['text/javascript', readFileSync(file)]
    : undefined;
}

/** Opens a page and returns its console errors. */
async function open(path: string, use: (page: Page) => Promise<void>): Promise<readonly string[]> {
  const opened = await browser.newPage();
  const complaints: string[] = [];
  opened.on('console', (message) => complaints.push(message.text()));
  opened.on('pageerror', (error) => complaints.push(error.message));
  try {
    await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await use(opened);
  } finally {
    await opened.close();
  }
  return complaints;
}

test('the script tag of the guide runs under its CSP, adds one global, and stores and requests nothing', async () => {
  const complaints = await open('/', async (page) => {
    const added = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const plain = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(window).filter((name) => !plain.has(name) && !/^\d+$/.test(name));
    });
    // The second is the store library's: it keeps the order of changes across copies of itself on one page.
    expect(added.filter((name) => !name.startsWith('__playwright'))).toEqual([
      'Openbell',
      'nanostoresGlobal',
    ]);
    expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({});
    expect(requestedPaths.filter((path) => path.startsWith('/api'))).toEqual([]);
    await page.getByLabel('Ticker').fill('aapl');
    await page.locator('#options li').first().waitFor();
    expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL']);
  });
  expect(complaints).toEqual([]);
});

test('the import map of the guide resolves its entry points under the same CSP with its own hash', async () => {
  const complaints = await open('/map', async (page) => {
    await page.locator('html[data-theme="light"]').waitFor();
    await page.getByLabel('Ticker').fill('aapl');
    await page.locator('#options li').first().waitFor();
    expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL']);
  });
  expect(complaints).toEqual([]);
});

test('the browser rejects a file that differs from its integrity hash', async () => {
  const complaints = await open('/tampered', async (page) => {
    expect(await page.evaluate(() => 'Openbell' in window)).toBe(false);
  });
  expect(complaints.join('\n')).toContain('integrity');
});

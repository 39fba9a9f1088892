// The guide to a plain <script>, followed to the letter: its tag, its hash, its script and its policy, in Chromium.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
const folder = temporaryFolder();
const asked: string[] = [];
let library: Buffer;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  const tarball = packPackages(folder.path).core;
  const file = 'package/dist/openbell.global.js';
  execFileSync('tar', ['-xzf', tarball, '-C', folder.path, file]);
  library = readFileSync(join(folder.path, file));
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    asked.push(pathname);
    const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
      '/': ['text/html', page(block('html'))],
      '/tampered': ['text/html', page(block('html').replace('openbell.global.js', 'tampered.js'))],
      '/openbell.global.js': ['text/javascript', library],
      '/tampered.js': ['text/javascript', Buffer.concat([library, Buffer.from(' ')])],
      '/tickers.js': ['text/javascript', block('js')],
      '/api/app/marketdata/ticker': [
        'application/json',
        JSON.stringify({ data: [{ label: 'AAPL', value: 'AAPL' }] }),
      ],
    };
    const [type, body] = files[pathname] ?? ['text/plain', ''];
    response.writeHead(type === 'text/plain' ? 404 : 200, {
      'Content-Type': type,
      'Content-Security-Policy': policy,
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

/** Opens a page, and tells what its console complained about. */
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

test('the guide’s tag runs under the guide’s policy, with one global of ours and nothing stored or asked for', async () => {
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
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
    await page.getByLabel('Ticker').fill('aapl');
    await page.locator('#options li').first().waitFor();
    expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL']);
  });
  expect(complaints).toEqual([]);
});

test('a file with one more byte is refused', async () => {
  const complaints = await open('/tampered', async (page) => {
    expect(await page.evaluate(() => 'Openbell' in window)).toBe(false);
  });
  expect(complaints.join('\n')).toContain('integrity');
});

// A stranger installs what `npm publish` would upload into a plain Vite project: it type-checks, bundles and runs.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installApp, type Packed, packPackages, temporaryFolder } from './install-packed.ts';

const folder = temporaryFolder();
const tools = { vite: '8.3.8', typescript: '6.0.3', nanostores: '1.5.5' };
const react = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
};
let packed: Packed;
let browser: Browser;

beforeAll(async () => {
  packed = packPackages(folder.path);
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

/** Serves a built app, and the one call that it makes. */
async function serve(dist: string): Promise<{ readonly server: Server; readonly url: string }> {
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    if (path === '/api/app/marketdata/ticker') {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          data: [
            { label: 'AAPLW', value: 'AAPLW' },
            { label: 'AAPL', value: 'AAPL' },
          ],
        }),
      );
      return;
    }
    const file = join(dist, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Type-checks and bundles an installed app, opens it, and gives what the console complained about. */
async function runApp(app: string, use: (page: Page) => Promise<void>): Promise<readonly string[]> {
  const cwd = join(folder.path, app);
  const bin = (path: string, ...args: string[]): void => {
    execFileSync(process.execPath, [join(cwd, 'node_modules', path), ...args], { cwd, stdio: 'pipe' });
  };
  bin('typescript/bin/tsc', '-p', '.');
  bin('vite/bin/vite.js', 'build', '--logLevel', 'error');
  const { server, url } = await serve(join(cwd, 'dist'));
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(url);
    await use(page);
  } finally {
    await page.close();
    server.close();
  }
  return complaints;
}

describe('the packed packages', () => {
  test('@openbell/core/ticker-search works alone in plain TypeScript', { timeout: 180_000 }, async () => {
    installApp('vanilla', join(folder.path, 'vanilla'), {
      ...tools,
      '@openbell/core': packed['@openbell/core'] ?? '',
    });
    const checker = join(folder.path, 'vanilla/node_modules/.bin/openbell-verify');
    expect(execFileSync(process.execPath, [checker, '--help'], { encoding: 'utf8' })).toContain('--token');
    const complaints = await runApp('vanilla', async (page) => {
      await page.getByLabel('Ticker').fill('aapl');
      await page.locator('#options li').first().waitFor();
      expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL', 'AAPLW']);
    });
    expect(complaints).toEqual([]);
  });

  test('the whole of @openbell/ui works with its stylesheet in React', { timeout: 180_000 }, async () => {
    installApp('react', join(folder.path, 'react'), { ...tools, ...react, ...packed });
    const complaints = await runApp('react', async (page) => {
      const button = page.getByRole('button', { name: 'Enroll' });
      await button.waitFor();
      // The stylesheet is there: a control has the radius of the design's tokens, which no browser gives a button.
      expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('6px');
      expect(Number(await page.locator('main').getAttribute('data-components'))).toBeGreaterThan(20);
    });
    expect(complaints).toEqual([]);
  });
});

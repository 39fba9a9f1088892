// Strangers install what `npm publish` would upload: into a page without a bundler, and into a plain Vite project. The
// frameworks are in frameworks.long.test.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installApp, type Packed, packPackages, temporaryFolder } from './install-packed.ts';
import { consoleOf, launchChromium } from './open-page.ts';
import { serveApp } from './serve-app.ts';

const folder = temporaryFolder();
const answers = {
  '/api/app/marketdata/ticker': {
    data: [
      { label: 'AAPLW', value: 'AAPLW' },
      { label: 'AAPL', value: 'AAPL' },
    ],
  },
};
let packed: Packed;
let browser: Browser;

beforeAll(async () => {
  packed = packPackages(folder.path);
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

async function searchForApple(page: Page): Promise<void> {
  await page.getByLabel('Ticker').fill('aapl');
  await page.locator('#options li').first().waitFor();
  expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL', 'AAPLW']);
}

describe('@openbell/core/ticker-search, installed by somebody else', () => {
  test('works by an import map without a bundler, under a policy that allows nothing else', {
    timeout: 60_000,
  }, async () => {
    const app = installApp('import-map', join(folder.path, 'import-map'), [packed.core]);
    const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(
      readFileSync(join(app.folder, 'index.html'), 'utf8'),
    )?.[1];
    const hash = createHash('sha256')
      .update(map ?? '')
      .digest('base64');
    const site = await serveApp(app.folder, {
      answers,
      headers: {
        'Content-Security-Policy': `default-src 'none'; script-src 'self' 'sha256-${hash}'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
      },
    });
    expect(await consoleOf(browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });

  test('works in plain TypeScript with Vite, and brings its checker', { timeout: 180_000 }, async () => {
    const app = installApp('vanilla', join(folder.path, 'vanilla'), [packed.core]);
    expect(app.run('.bin/openbell-verify', ['--help'])).toContain('--token');
    app.run('typescript/bin/tsc', ['-p', '.']);
    app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
    const site = await serveApp(join(app.folder, 'dist'), { answers });
    expect(await consoleOf(browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });
});

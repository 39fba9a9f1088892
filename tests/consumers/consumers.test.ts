// The packed packages in a page without a bundler and in a plain Vite project. frameworks.long.test.ts
// covers the frameworks.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, WebSocket } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { type InstalledApp, installApp, unpack } from './install-packed.ts';
import { consoleOf } from './open-page.ts';
import { serveApp } from './serve-app.ts';
import { setUpTrial, signedInWith } from './trial.ts';

const trial = setUpTrial();
const responses = {
  '/api/app/marketdata/ticker': {
    data: [
      { label: 'AAPLW', value: 'AAPLW' },
      { label: 'AAPL', value: 'AAPL' },
    ],
  },
};
async function searchForApple(page: Page): Promise<void> {
  await page.getByLabel('Ticker').fill('aapl');
  await page.locator('#options li').first().waitFor();
  expect(await page.locator('#options li').allTextContents()).toEqual(['AAPL', 'AAPLW']);
}

/**
 * A content security policy that allows the page's own files, its import map, and requests and sockets to its own
 * server.
 */
function policyOf(page: string): Readonly<Record<string, string>> {
  const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  return {
    'Content-Security-Policy': `default-src 'none'; script-src 'self' 'sha256-${hash}'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}

describe('by an import map without a bundler, under a policy that allows nothing else', () => {
  let folder: string;
  beforeAll(() => {
    folder = join(trial.folder, 'import-map');
    cpSync(join(import.meta.dirname, 'apps/import-map'), folder, { recursive: true });
    unpack(trial.packed.core, join(folder, 'node_modules/@openbell/core'));
  });

  const headersOf = (page: string): Readonly<Record<string, string>> =>
    policyOf(readFileSync(join(folder, page), 'utf8'));

  test('@openbell/core/ticker-search works', { timeout: 180_000 }, async () => {
    const site = await serveApp(folder, { responses, headers: headersOf('index.html') });
    expect(await consoleOf(trial.browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });

  test('@openbell/core/trade-flash shows big trades from a real socket, until it is stopped', {
    timeout: 180_000,
  }, async () => {
    const site = await serveApp(folder, {
      backend: trial.server.url,
      headers: headersOf('flash.html'),
    });
    const token = await trial.server.signIn('subscriber@openbell.test');
    const sockets: WebSocket[] = [];
    const consoleLines = await consoleOf(
      trial.browser,
      `${site.url}flash.html`,
      async (page) => {
        await page.getByText('live', { exact: true }).waitFor();
        const trades = page.getByRole('list', { name: 'Big trades' }).getByRole('listitem');
        await trades.first().waitFor();
        expect(await trades.first().textContent()).toMatch(/^O:[A-Z]+\d{6}[CP]\d{8} × \d+ = \$[\d.]+$/);
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByText('idle', { exact: true }).waitFor();
        await expect
          .poll(() => sockets.map((socket) => socket.isClosed()), { timeout: 60_000 })
          .toEqual([true]);
      },
      async (page) => {
        page.on('websocket', (socket) => sockets.push(socket));
        await signedInWith(token)(page);
      },
    );
    expect(consoleLines).toEqual([]);
    site.close();
  });
});

const inMemoryProgram = `import { createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import { createFakeTime, createMemoryServer } from '@openbell/testing';

const { options } = createMemoryServer(createFakeTime());
const api = createApiClient({ baseUrl: options.apiUrl, fetch: options.ports.fetch });
const response = await api.request(endpoints.programs, {});
console.log(response.ok ? response.data.map(({ name }) => name).join(', ') : response.kind);
`;

describe('@openbell/core and @openbell/testing in plain TypeScript', () => {
  let app: InstalledApp;
  beforeAll(() => {
    app = installApp('vanilla', join(trial.folder, 'vanilla'), [trial.packed.core, trial.packed.testing]);
    writeFileSync(join(app.folder, 'src/in-memory.ts'), inMemoryProgram);
  }, 120_000);

  test('the types of both work', { timeout: 180_000 }, () => {
    app.run('typescript/bin/tsc', ['-p', '.']);
  });

  test('@openbell/core/ticker-search works when Vite builds it', { timeout: 180_000 }, async () => {
    app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
    const site = await serveApp(join(app.folder, 'dist'), { responses });
    expect(await consoleOf(trial.browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });

  test('openbell-verify checks a backend when it is run by its name', { timeout: 180_000 }, () => {
    expect(app.run('.bin/openbell-verify', ['--help'])).toContain('--token');
    const report = app.run('.bin/openbell-verify', [`${trial.server.url}/api`]);
    expect(report).toMatch(/^ok +GET \/web\/program/m);
    expect(report).toMatch(/ok, 0 differs, 0 absent/);
  });

  test('the in-memory server responds to the published client', { timeout: 180_000 }, () => {
    expect(app.run('../src/in-memory.ts', [])).toMatch(/\w/);
  });
});

// Strangers install what `npm publish` would upload: into a page without a bundler, and into a plain Vite project. The
// frameworks are in frameworks.long.test.ts.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, WebSocket } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { type InstalledApp, installApp } from './install-packed.ts';
import { consoleOf } from './open-page.ts';
import { serveApp } from './serve-app.ts';
import { setUpTrial, signedInWith } from './trial.ts';

const trial = setUpTrial();
const answers = {
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

/** A policy that allows a page its own files, its import map, and calls and sockets to its own server; nothing else. */
function policyOf(page: string): Readonly<Record<string, string>> {
  const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  return {
    'Content-Security-Policy': `default-src 'none'; script-src 'self' 'sha256-${hash}'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}

describe('by an import map without a bundler, under a policy that allows nothing else', () => {
  let app: InstalledApp;
  beforeAll(() => {
    app = installApp('import-map', join(trial.folder, 'import-map'), [trial.packed.core]);
  }, 60_000);

  const headersOf = (page: string): Readonly<Record<string, string>> =>
    policyOf(readFileSync(join(app.folder, page), 'utf8'));

  test('@openbell/core/ticker-search works', { timeout: 60_000 }, async () => {
    const site = await serveApp(app.folder, { answers, headers: headersOf('index.html') });
    expect(await consoleOf(trial.browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });

  test('@openbell/core/trade-flash shows big trades from a real socket, until it is stopped', {
    timeout: 60_000,
  }, async () => {
    const site = await serveApp(app.folder, {
      backend: trial.server.url,
      headers: headersOf('flash.html'),
    });
    const token = await trial.server.signIn('subscriber@openbell.test');
    const sockets: WebSocket[] = [];
    const said = await consoleOf(
      trial.browser,
      `${site.url}flash.html`,
      async (page) => {
        await page.getByText('live', { exact: true }).waitFor();
        const trades = page.getByRole('list', { name: 'Big trades' }).getByRole('listitem');
        await trades.first().waitFor();
        expect(await trades.first().textContent()).toMatch(/^O:[A-Z]+\d{6}[CP]\d{8} × \d+ = \$[\d.]+$/);
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByText('idle', { exact: true }).waitFor();
        await expect.poll(() => sockets.map((socket) => socket.isClosed())).toEqual([true]);
      },
      async (page) => {
        page.on('websocket', (socket) => sockets.push(socket));
        await signedInWith(token)(page);
      },
    );
    expect(said).toEqual([]);
    site.close();
  });
});

describe('@openbell/core/ticker-search, installed by somebody else', () => {
  test('works in plain TypeScript with Vite', { timeout: 180_000 }, async () => {
    const app = installApp('vanilla', join(trial.folder, 'vanilla'), [trial.packed.core]);
    app.run('typescript/bin/tsc', ['-p', '.']);
    app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
    const site = await serveApp(join(app.folder, 'dist'), { answers });
    expect(await consoleOf(trial.browser, site.url, searchForApple)).toEqual([]);
    site.close();
  });
});

describe('@openbell/testing, installed by somebody else', () => {
  let app: InstalledApp;
  beforeAll(() => {
    app = installApp('vanilla', join(trial.folder, 'testing'), [trial.packed.core, trial.packed.testing]);
  }, 60_000);

  test('openbell-verify checks a backend when it is run by its name', { timeout: 60_000 }, () => {
    expect(app.run('.bin/openbell-verify', ['--help'])).toContain('--token');
    const report = app.run('.bin/openbell-verify', [`${trial.server.url}/api`]);
    expect(report).toMatch(/^ok +GET \/web\/program/m);
    expect(report).toMatch(/ok, 0 differs, 0 absent/);
  });

  test('the in-memory server answers the published client', { timeout: 60_000 }, () => {
    writeFileSync(
      join(app.folder, 'src/in-memory.ts'),
      `import { createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import { createFakeTime, createMemoryServer } from '@openbell/testing';

const { options } = createMemoryServer(createFakeTime());
const api = createApiClient({ baseUrl: options.apiUrl, fetch: options.ports.fetch });
const answer = await api.request(endpoints.programs, {});
console.log(answer.ok ? answer.data.map(({ name }) => name).join(', ') : answer.kind);
`,
    );
    app.run('typescript/bin/tsc', ['-p', '.']);
    expect(app.run('../src/in-memory.ts', [])).toMatch(/\w/);
  });
});

// Embeds a feature from the packed packages in each framework, against the reference server: type-checked, built, and
// used in Chromium without console messages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type InstalledApp, installApp, strangersEnvironment } from './install-packed.ts';
import { consoleOf } from './open-page.ts';
import { serveApp } from './serve-app.ts';
import { setUpTrial, signedInWith } from './trial.ts';

const trial = setUpTrial();
const subscriber = 'subscriber@openbell.test';

const all = (): readonly string[] => [trial.packed.core, trial.packed['react-hooks'], trial.packed.ui];

/** Opens the built app, with the reference server at its `/api`. */
async function consoleOfBuilt(
  app: InstalledApp,
  use: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const site = await serveApp(join(app.folder, 'dist'), { backend: trial.server.url });
  try {
    return await consoleOf(trial.browser, site.url, use, prepare);
  } finally {
    site.close();
  }
}

/** A browser with a stored session. */
const asSubscriber = async (page: Page): Promise<void> =>
  signedInWith(await trial.server.signIn(subscriber))(page);

test('courses in Vue', async () => {
  const app = installApp('vue', join(trial.folder, 'vue'), [trial.packed.core]);
  app.run('vue-tsc/bin/vue-tsc.js', ['--noEmit']);
  app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  const consoleLines = await consoleOfBuilt(
    app,
    async (page) => {
      const courses = page.getByRole('list', { name: 'Courses' }).getByRole('button');
      await courses.first().click();
      await page.getByRole('heading', { level: 2 }).waitFor();
      expect(await page.getByRole('heading').textContent()).toBe(await courses.first().textContent());
    },
    asSubscriber,
  );
  expect(consoleLines).toEqual([]);
});

test('site alerts in Svelte', async () => {
  const app = installApp('svelte', join(trial.folder, 'svelte'), [trial.packed.core]);
  app.run('svelte-check/bin/svelte-check', ['--fail-on-warnings']);
  app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  const consoleLines = await consoleOfBuilt(
    app,
    async (page) => {
      const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
      await alerts.first().waitFor();
      const loaded = await alerts.count();
      await page.getByRole('button', { name: 'Older' }).click();
      await alerts.nth(loaded).waitFor();
    },
    asSubscriber,
  );
  expect(consoleLines).toEqual([]);
});

test('sign-in in Next.js: drawn on the server, taken over without a mismatch', async () => {
  const app = installApp('next', join(trial.folder, 'next'), all());
  const env = { API_ORIGIN: trial.server.url };
  app.run('next/dist/bin/next', ['build'], env);
  const port = String(await freePort());
  const next = spawn(
    process.execPath,
    [join(app.folder, 'node_modules/next/dist/bin/next'), 'start', '--hostname', '127.0.0.1', '--port', port],
    { cwd: app.folder, env: strangersEnvironment(env), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await new Promise<void>((resolve) => {
      next.stdout.on('data', (chunk: Buffer) => /ready/i.test(String(chunk)) && resolve());
    });
    const url = `http://127.0.0.1:${port}/`;
    const html = await (await fetch(url)).text();
    expect(html).toContain('Mentorship');
    expect(html).toContain('name="password"');
    const consoleLines = await consoleOf(trial.browser, url, async (page) => {
      await page.locator('[data-session="signed-out"]').waitFor();
      await page.getByLabel(/e-?mail/i).fill(subscriber);
      await page.getByLabel('Password', { exact: true }).fill('Opening-bell-9');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('[data-session="signed-in"]').waitFor();
    });
    expect(consoleLines).toEqual([]);
  } finally {
    const ended = once(next, 'exit');
    next.kill('SIGTERM');
    await ended;
  }
});

describe.each([
  ['19', 'react'],
  ['18', 'react-18'],
])('React %s', (major, name) => {
  let app: InstalledApp;
  beforeAll(() => {
    app = installApp('react', join(trial.folder, name), [...all(), trial.packed.testing], {
      // The same sources with their own packages.
      'package.json': `tests/consumers/apps/${name}/package.json`,
      'package-lock.json': `tests/consumers/apps/${name}/package-lock.json`,
      'src/gallery/stories': 'examples/web/src/gallery/stories',
      'src/gallery/Stage.tsx': 'examples/web/src/gallery/Stage.tsx',
      'src/gallery/sample-data.ts': 'examples/web/src/gallery/sample-data.ts',
      'src/gallery/story.ts': 'examples/web/src/gallery/story.ts',
    });
    app.run('typescript/bin/tsc', ['-p', '.']);
    // Development mode, in which React reports mismatches and StrictMode runs effects twice.
    const build = ['build', '--mode', 'development', '--logLevel', 'error'];
    const env = { NODE_ENV: 'development' };
    app.run('vite/bin/vite.js', build, env);
    app.run('vite/bin/vite.js', [...build, '--ssr', 'src/entry-server.tsx', '--outDir', 'dist-server'], env);
  });

  test('forgot password, the finished form', async () => {
    const consoleLines = await consoleOfBuilt(app, async (page) => {
      await page.getByLabel(/e-?mail/i).fill(subscriber);
      const before = await trial.server.mailedCode(subscriber);
      await page.getByRole('button', { name: 'Send OTP' }).click();
      await expect.poll(() => trial.server.mailedCode(subscriber), { timeout: 60_000 }).not.toBe(before);
      await page
        .locator('[autocomplete="one-time-code"]')
        .first()
        .pressSequentially(await trial.server.mailedCode(subscriber));
      await page.getByRole('button', { name: 'Verify OTP' }).click();
      await page.locator('[name="password"]').waitFor();
    });
    expect(consoleLines.filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([]);
  });

  test('renders, hydrates, hides, shows and unmounts every component in every state in StrictMode', async () => {
    const { html, warned } = await drawn(app);
    expect(warned).toBe('');
    const page = join(app.folder, 'dist/stories.html');
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace('<!--stories-->', () => html),
    );
    const site = await serveApp(join(app.folder, 'dist'));
    let outcome: Readonly<Record<string, string | undefined>> = {};
    await consoleOf(trial.browser, `${site.url}stories.html`, async (stories) => {
      await stories.locator('body[data-react]').waitFor({ state: 'attached', timeout: 120_000 });
      outcome = await stories.evaluate(() => ({ ...document.body.dataset }));
    });
    site.close();
    expect(outcome.react).toMatch(new RegExp(`^${major}\\.`));
    expect(Number(outcome.stories)).toBeGreaterThan(150);
    expect(JSON.parse(outcome.complaints ?? '')).toEqual([]);
  });

  test('renders every component in every state under a strict CSP with Trusted Types', async () => {
    const site = await serveApp(join(app.folder, 'dist'), {
      headers: {
        'Content-Security-Policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "img-src 'self' data: blob:",
          "media-src 'self' blob:",
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          'trusted-types dompurify',
        ].join('; '),
      },
    });
    let outcome: Readonly<Record<string, string | undefined>> = {};
    await consoleOf(trial.browser, `${site.url}policy.html`, async (policy) => {
      await policy.locator('body[data-violations]').waitFor({ state: 'attached', timeout: 120_000 });
      outcome = await policy.evaluate(() => ({ ...document.body.dataset }));
    });
    site.close();
    expect(Number(outcome.stories)).toBeGreaterThan(150);
    expect(JSON.parse(outcome.violations ?? '')).toEqual([]);
  });
});

test('TypeScript 5.1 understands every entry point, the declarations of libraries included', () => {
  const app = installApp('oldest-typescript', join(trial.folder, 'oldest-typescript'), [
    ...all(),
    trial.packed.testing,
  ]);
  const entries = ['core', 'testing', 'react-hooks', 'ui'].flatMap((name) => {
    const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
      readFileSync(join(app.folder, `node_modules/@openbell/${name}/package.json`), 'utf8'),
    );
    return Object.keys(manifest.exports)
      .filter((entry) => !/\.(css|json)$/.test(entry))
      .map((entry) => entry.replace('.', `@openbell/${name}`));
  });
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(app.folder, 'every-entry.ts'), `${lines.join('\n')}\n`);
  expect(entries.length).toBeGreaterThan(35);
  expect(app.run('typescript/bin/tsc', ['--version'])).toContain('5.1.');
  for (const resolution of ['bundler', 'nodenext']) {
    expect(app.run('typescript/bin/tsc', ['-p', `tsconfig.${resolution}.json`])).toBe('');
  }
});

/** The server-rendered HTML of an app, and React's messages meanwhile. */
async function drawn(app: InstalledApp): Promise<{ readonly html: string; readonly warned: string }> {
  const entry = pathToFileURL(join(app.folder, 'dist-server/entry-server.js')).href;
  const script = `import(${JSON.stringify(entry)}).then(({ html }) => process.stdout.write(html))`;
  const child = spawn(process.execPath, ['-e', script], {
    cwd: app.folder,
    env: strangersEnvironment({ NODE_ENV: 'development' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let html = '';
  let warned = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    html += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    warned += chunk;
  });
  await once(child, 'close');
  return { html, warned };
}

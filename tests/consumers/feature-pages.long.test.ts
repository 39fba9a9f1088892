// The code of every feature's page in an empty project with the packed tarballs: plain JavaScript, React and Vue,
// type-checked, built, and used in Chromium against the reference server without console messages.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { type InstalledApp, installApp } from './install-packed.ts';
import { consoleOf } from './open-page.ts';
import { serveApp } from './serve-app.ts';
import { setUpTrial, signedInWith } from './trial.ts';

const pages = join(import.meta.dirname, '../../docs/features');
const trial = setUpTrial();

interface FeatureCode {
  readonly name: string;
  readonly js: string;
  readonly tsx: string;
  readonly vue: string;
  /** The markup for the plain script. */
  readonly html: string;
  /** The module with the one instance. */
  readonly instance: string;
}

const features: readonly FeatureCode[] = readdirSync(pages)
  .filter((name) => name.endsWith('.md'))
  .map((file) => {
    const text = readFileSync(join(pages, file), 'utf8');
    const block = (kind: string): string =>
      new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';
    return {
      name: file.replace('.md', ''),
      js: block('js'),
      tsx: block('tsx'),
      vue: block('vue'),
      html: block('html'),
      instance: block('ts'),
    };
  });

const html = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${body}</html>`;
const moduleTag = (path: string): string => `<script type="module" src="${path}"></script>`;

/** Writes the pages of one kind into an app, as their only contents. */
function writePages(app: InstalledApp, kind: 'plain' | 'react' | 'vue', config: string): void {
  rmSync(join(app.folder, 'src'), { recursive: true });
  for (const feature of features) {
    const place = join(app.folder, 'src', feature.name);
    mkdirSync(place, { recursive: true });
    const write = (name: string, text: string): void => writeFileSync(join(place, name), text);
    if (kind === 'plain') write('main.js', feature.js);
    else write('openbell.ts', feature.instance);
    if (kind === 'vue') {
      write('Page.vue', feature.vue);
      write(
        'main.ts',
        "import { createApp } from 'vue';\nimport Page from './Page.vue';\ncreateApp(Page).mount('#app');\n",
      );
    }
    if (kind === 'react') {
      const name = /export function (\w+)/.exec(feature.tsx)?.[1] ?? '';
      write('page.tsx', feature.tsx);
      write(
        'main.tsx',
        [
          "import { OpenbellProvider } from '@openbell/react-hooks';",
          "import { createRoot } from 'react-dom/client';",
          "import { openbell } from './openbell';",
          `import { ${name} } from './page';`,
          "const place = document.querySelector('#app');",
          `if (place !== null) createRoot(place).render(<OpenbellProvider openbell={openbell}><${name} /></OpenbellProvider>);`,
          '',
        ].join('\n'),
      );
    }
    const path = `/src/${feature.name}/`;
    const body = {
      plain: feature.html.replace('./', path),
      react: `<div id="app"></div>${moduleTag(`${path}main.tsx`)}`,
      vue: `<div id="app"></div>${moduleTag(`${path}main.ts`)}`,
    }[kind];
    writeFileSync(join(app.folder, `${feature.name}.html`), html(body));
  }
  for (const name of ['index.html', 'stories.html', 'policy.html'])
    rmSync(join(app.folder, name), { force: true });
  writeFileSync(join(app.folder, 'vite.config.ts'), config);
}

const input = JSON.stringify(features.map(({ name }) => `${name}.html`));
const configs = {
  plain: `export default { build: { rolldownOptions: { input: ${input} } } };`,
  react: `export default { build: { rolldownOptions: { input: ${input} } } };`,
  vue: `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue()], build: { rolldownOptions: { input: ${input} } } };`,
};

/** Waits until the page shows something, then presses every button. */
async function pressEverything(page: Page): Promise<void> {
  const output = page.locator('output');
  await expect.poll(() => output.textContent(), { timeout: 20_000 }).toMatch(/\S/);
  for (const button of await page.getByRole('button').all()) {
    await button.click();
    await expect.poll(() => output.textContent(), { timeout: 20_000 }).toMatch(/\S/);
  }
}

async function tryAll(app: InstalledApp): Promise<void> {
  app.run('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  const site = await serveApp(join(app.folder, 'dist'), { backend: trial.server.url });
  const signedIn = signedInWith(await trial.server.signIn('subscriber@openbell.test'));
  try {
    for (const { name } of features) {
      const consoleLines = await consoleOf(
        trial.browser,
        `${site.url}${name}.html`,
        pressEverything,
        signedIn,
      );
      // Logged by the browser: rejected requests, blocked requests to other sites, and sockets closed by a log-out
      // before they opened.
      expect(
        consoleLines.filter(
          (line) => !/Failed to load resource|closed before the connection is established/.test(line),
        ),
        name,
      ).toEqual([]);
    }
  } finally {
    site.close();
  }
}

test('every feature in plain JavaScript, from its page alone', async () => {
  expect(features.length).toBeGreaterThan(19);
  const app = installApp('vanilla', join(trial.folder, 'plain'), [trial.packed.core]);
  writePages(app, 'plain', configs.plain);
  await tryAll(app);
});

test('every feature in React, from its page alone', async () => {
  const app = installApp('react', join(trial.folder, 'react'), [
    trial.packed.core,
    trial.packed['react-hooks'],
  ]);
  writePages(app, 'react', configs.react);
  app.run('typescript/bin/tsc', ['-p', '.']);
  await tryAll(app);
});

test('every feature in Vue, from its page alone, through Vue’s own compiler', async () => {
  const app = installApp('vue', join(trial.folder, 'vue'), [trial.packed.core]);
  writePages(app, 'vue', configs.vue);
  app.run('vue-tsc/bin/vue-tsc.js', ['--noEmit']);
  await tryAll(app);
});

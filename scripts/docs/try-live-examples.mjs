// Runs every live example of the docs site in a browser: each button once, the faults too. The console stays silent, and
// nothing is asked of anybody but the site itself.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from '@playwright/test';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const mostProblems = 5;

/** The site as a static server gives it. */
async function serveSite(site) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://site').pathname));
    // Browsers ask for one by themselves.
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    try {
      const body = await readFile(join(site, path));
      response
        .writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function tryOne(page, url, name) {
  const problems = [];
  const onConsole = (message) => problems.push(`${name} printed: ${message.text()}`);
  const onError = (error) => problems.push(`${name} threw: ${error.message}`);
  const onRequest = (request) => {
    if (!request.url().startsWith(url)) problems.push(`${name} asked for ${request.url()}`);
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  try {
    await page.goto(`${url}/documents/features_${name}.html`);
    const live = page.locator('[data-live=ready]');
    await live.waitFor({ timeout: 15_000 });
    const before = await live.textContent();
    for (const button of await live.getByRole('button').all())
      if (await button.isVisible()) await button.click();
    await page.waitForFunction(
      (text) => document.querySelector('[data-live]')?.textContent !== text,
      before,
      {
        timeout: 15_000,
      },
    );
  } catch (error) {
    problems.push(`${name}: ${error.message}`);
  }
  page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
  return problems;
}

/** Gives what was wrong, in words; empty when nothing was. */
export async function tryLiveExamples(site, names, executablePath) {
  const { url, close } = await serveSite(site);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const problems = [];
    for (const name of names) {
      problems.push(...(await tryOne(page, url, name)));
      // What is wrong with several is wrong with all.
      if (problems.length > mostProblems) break;
    }
    return problems;
  } finally {
    await browser.close();
    close();
  }
}

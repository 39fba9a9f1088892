// Runs every live example of the docs site in a browser: clicks each button once and renders the components. Fails on
// console output and on requests to other origins.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from '@playwright/test';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const maxProblems = 5;

/** No inline scripts or styles, no eval, no other origins. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
/** Only reported, because TypeDoc's scripts violate it. */
const trustedTypes = "require-trusted-types-for 'script'";
/**
 * Known violations of TypeDoc's scripts: `innerHTML` (Trusted Types), and a style element for the member filters, which
 * then have no effect. The examples and the library must have none.
 */
const typedocsOwn = /\/assets\/(?:main|icons)\.js$/;
const typedocsMessages = /report-only|Applying inline style/;

/** Serves the site's files. */
async function serveSite(site) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://site').pathname));
    // Browsers request the favicon automatically.
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    try {
      const body = await readFile(join(site, path));
      response
        .writeHead(200, {
          'Content-Type': types[extname(path)] ?? 'application/octet-stream',
          'Content-Security-Policy': policy,
          'Content-Security-Policy-Report-Only': trustedTypes,
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function tryOne(page, url, { name, page: path, components }) {
  const problems = [];
  const onConsole = (message) => {
    if (typedocsMessages.test(message.text()) && typedocsOwn.test(message.location().url)) return;
    problems.push(`${name} printed: ${message.text()} (${message.location().url})`);
  };
  const onError = (error) => problems.push(`${name} threw: ${error.message}`);
  const onRequest = (request) => {
    if (!request.url().startsWith(url)) problems.push(`${name} requested ${request.url()}`);
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  try {
    await page.goto(`${url}/${path}`);
    const live = page.locator('[data-live=ready]');
    await live.waitFor({ timeout: 15_000 });
    const before = await live.textContent();
    // Only the example's buttons; components have their own tests. A dialog that a component opens may cover them.
    for (const button of await live.locator('.live-row').locator('button').all())
      if (await button.isVisible()) await button.dispatchEvent('click');
    for (const component of components) {
      const frame = live.locator(`[data-finished=${component}]`);
      await frame.locator('> :visible').first().waitFor({ timeout: 15_000 });
      const over = await frame.evaluate((node) => node.scrollHeight - node.clientHeight);
      if (over > 0) problems.push(`${name}: ${component} is ${over} px higher than its frame`);
    }
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

/** Checks that the site's search works under the policy. */
async function trySearch(page, url) {
  try {
    await page.goto(`${url}/index.html`);
    await page.locator('#tsd-search-trigger').click();
    await page.locator('#tsd-search-input').fill('createOtpReset');
    await page.locator('#tsd-search-results li').first().waitFor({ timeout: 15_000 });
    return [];
  } catch (error) {
    return [`the search: ${error.message}`];
  }
}

/** Returns descriptions of the problems; empty when there are none. */
export async function tryLiveExamples(site, examples, executablePath) {
  const { url, close } = await serveSite(site);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    // Tall, so that elements sized by the window instead of their frame overflow visibly.
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
    const problems = [...(await trySearch(page, url))];
    for (const example of examples) {
      problems.push(...(await tryOne(page, url, example)));
      // Problems of several examples are reported once.
      if (problems.length > maxProblems) break;
    }
    return problems;
  } finally {
    await browser.close();
    close();
  }
}

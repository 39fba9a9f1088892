// What is sent when (issue 6; docs/decisions/0015): a public page brings none of the members' code until it is wanted.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, fillSignIn, password, people, test } from './app-test.ts';

const assets = join(import.meta.dirname, '../../examples/web/dist/assets');
/** What only members meet. The contract is everybody's: it is one table. */
const memberCode =
  /\/packages\/(core\/src\/(chat|realtime|options-feed|trade-flash|time-sales|ticker-search|ticker-details|chart|news|courses|profile|member-features)|ui\/src\/(chat|market-data|content|shell))\b/;

/** The scripts that a page has asked for, and which sources are in them. */
function followScripts(page: Page): { names: () => string[]; memberSources: () => string[] } {
  const names: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) names.push(basename(pathname));
  });
  return {
    names: () => names,
    memberSources: () =>
      [...new Set(names)]
        .map((name) => join(assets, `${name}.map`))
        // The bundler's own helpers come from no source and have no map.
        .filter((map) => existsSync(map))
        .flatMap((map): string[] => JSON.parse(readFileSync(map, 'utf8')).sources)
        .filter((source) => memberCode.test(source)),
  };
}

const frames = (names: readonly string[]): string[] => names.filter((name) => /^ShellLayout-/.test(name));

test('a landing page asks for no code of chat or market data; hovering Sign in does, once, and the shell runs on it', async ({
  page,
}) => {
  const scripts = followScripts(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Enroll' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(scripts.names().length).toBeGreaterThan(2);
  expect(scripts.memberSources()).toEqual([]);

  const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await link.hover();
  await expect.poll(() => frames(scripts.names()).length).toBe(1);
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes';
  });
  await link.click();
  // The landing page has an e-mail field as well.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await fillSignIn(page, people.subscriber, password);
  await page.waitForURL('**/profile');
  await page.getByRole('link', { name: 'Market Data' }).click();
  await expect(page.getByRole('tab', { name: 'Trade Flash' })).toBeVisible();

  // Out to a public page and in again: the frame is the one that was there.
  await page.goBack();
  await page.waitForURL('**/profile');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(frames(scripts.names())).toHaveLength(1);
  await expect(page.locator('html')).toHaveAttribute('data-same-document', 'yes');
});

test("a member's public page fetches the shell before it is opened", async ({ page }) => {
  await page.goto('/signin');
  await fillSignIn(page, people.member, password);
  await page.waitForURL('**/profile');
  const scripts = followScripts(page);
  await page.goto('/terms');
  await expect.poll(() => frames(scripts.names()).length).toBe(1);
});

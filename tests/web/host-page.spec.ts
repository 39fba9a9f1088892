// The stylesheet and the components on a third-party page: neither affects the other.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator, Page } from '@playwright/test';
import { build, defaultClientConditions, type InlineConfig, type PreviewServer, preview } from 'vite';
import { expect, test } from './app-test.ts';

const outDir = mkdtempSync(join(tmpdir(), 'openbell-host-page-'));
const config: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, 'host-page'),
  logLevel: 'error',
  resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
  build: { outDir, emptyOutDir: true },
  preview: { port: 0, host: '127.0.0.1' },
};
let site: PreviewServer;
let url: string;

test.beforeAll(async () => {
  await build(config);
  site = await preview(config);
  url = `http://127.0.0.1:${(site.httpServer.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  await site?.close();
  rmSync(outDir, { recursive: true, force: true });
});

/** Rules of a page for any element. Sizes are in rem, because a page’s font size is the user's choice. */
const hostile = `
  html { color-scheme: dark; }
  body, body * { letter-spacing: 9px !important; color: lime !important; font: italic 900 29px/3 cursive !important;
      text-transform: uppercase !important; text-align: right !important; box-sizing: content-box !important;
      border: 7px dashed red !important; border-radius: 0 !important; background: black !important;
      margin: 5px !important; padding: 11px !important; visibility: visible !important; cursor: wait !important;
      white-space: pre !important; word-spacing: 1em !important; line-height: 4 !important; }
  button, input, select, label, h2, div { display: inline !important; min-height: 90px !important; float: left; }
  [class] { opacity: 0.3 !important; transform: rotate(3deg) !important; }
  .ob-button, .ob-card { display: none !important; }
`;

/** Each element below a root (shadow roots included), with all computed properties. */
function stylesBelow(where: Page | Frame, root: string): Promise<readonly string[]> {
  return where.evaluate((selector) => {
    const lines: string[] = [];
    const visit = (element: Element): void => {
      const computed = getComputedStyle(element);
      const values = [...computed]
        // Except for its position on the page.
        .filter((name) => !/^(--|inset-|(top|right|bottom|left)$)/.test(name))
        .map((name) => `${name}: ${computed.getPropertyValue(name)}`);
      lines.push(`${element.tagName}.${element.className}\n  ${values.join('\n  ')}`);
      for (const child of element.children) visit(child);
    };
    const found = document.querySelector(selector);
    for (const element of found?.shadowRoot?.children ?? found?.children ?? []) visit(element);
    return lines;
  }, root);
}

const open = async (page: Page, way: string): Promise<void> => {
  await page.goto(`${url}?way=${way}`);
  await expect(page.getByRole('button', { name: 'Enroll', includeHidden: true })).toBeAttached();
};
const inShadow = '#ours > div';

test('changes nothing outside its one layer and its own names [embed.styles-out]', async ({ page }) => {
  await open(page, 'shadow');
  const around = async () => [
    ...(await stylesBelow(page, 'html')).filter((line) => !line.includes('ob-')),
    ...(await page.evaluate(() => [getComputedStyle(document.documentElement).colorScheme])),
  ];
  const before = await around();
  expect(before.length).toBeGreaterThan(20);
  await page.evaluate(() => (window as unknown as { addStyles(): void }).addStyles());
  expect(await around()).toEqual(before);

  const rules = await page.evaluate(() => {
    const names: string[] = [];
    const visit = (list: CSSRuleList): void => {
      for (const rule of list) {
        if (rule instanceof CSSKeyframesRule) names.push(`@keyframes ${rule.name}`);
        else if (rule instanceof CSSFontFaceRule || rule instanceof CSSPropertyRule) names.push(rule.cssText);
        else if (rule instanceof CSSGroupingRule) visit(rule.cssRules);
      }
    };
    const [sheet] = document.adoptedStyleSheets;
    const top = [...(sheet?.cssRules ?? [])];
    for (const rule of top) if (rule instanceof CSSLayerBlockRule) visit(rule.cssRules);
    return { layers: [...new Set(top.map((rule) => (rule as CSSLayerBlockRule).name))], names };
  });
  expect(rules.layers).toEqual(['openbell']);
  expect(rules.names.length).toBeGreaterThan(2);
  expect(rules.names.filter((name) => !name.startsWith('@keyframes ob-'))).toEqual([]);
});

test("is isolated from the page's rules in a shadow root, lists included [embed.styles-in]", async ({
  page,
}) => {
  await open(page, 'shadow');
  const clean = await stylesBelow(page, inShadow);
  expect(clean.length).toBeGreaterThan(20);
  await page.addStyleTag({ content: hostile });
  expect(await stylesBelow(page, inShadow)).toEqual(clean);

  await page.getByRole('combobox', { name: 'Plan' }).click();
  const option = page.getByRole('option', { name: 'Yearly' });
  await expect(option).toBeVisible();
  expect(await option.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('normal');
  expect(await option.evaluate((element) => element.getRootNode() instanceof ShadowRoot)).toBe(true);
  await option.click();
  await expect(page.getByRole('combobox', { name: 'Plan' })).toHaveText('Yearly');
});

test('applies tokens and theme in a shadow root, popups included', async ({ page }) => {
  await open(page, 'tokens');
  const groundOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await groundOf(page.getByRole('button', { name: 'Enroll' }))).toBe('rgb(1, 2, 3)');
  const plan = page.getByRole('combobox', { name: 'Plan' });
  expect(await plan.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark');
  await plan.click();
  const list = page.locator('.ob-popup');
  expect(await groundOf(list)).toBe('rgb(4, 5, 6)');
});

test("overrides the page's earlier layers, and yields to its unlayered rules [embed.styles-layer]", async ({
  page,
}) => {
  await open(page, 'light');
  const clean = await stylesBelow(page, '#ours');
  const button = page.getByRole('button', { name: 'Enroll' });
  const radius = () => button.evaluate((element) => getComputedStyle(element).borderRadius);
  expect(await radius()).toBe('6px');
  await page.addStyleTag({ content: '.ob-button { border-radius: 3px }' });
  expect(await radius()).toBe('3px');
  await page.evaluate(() => {
    document.head.querySelector('style')?.remove();
    document.documentElement.style.setProperty('--ob-radius-control', '1px');
  });
  expect(await radius()).toBe('1px');
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
  expect(await stylesBelow(page, '#ours')).toEqual(clean);
});

test('is unaffected by element rules in a scope that ends at it, lists included', async ({ page }) => {
  await open(page, 'light');
  const clean = await stylesBelow(page, '#ours');
  const theirs = page.locator('#theirs button');
  expect(await theirs.evaluate((element) => getComputedStyle(element).textTransform)).toBe('none');
  await page.addStyleTag({
    content: `@scope (body) to ([class^="ob-"]) {
      button, input, label, p, h2, span, td, fieldset { border: 3px dashed purple; padding: 20px; margin: 9px;
        color: lime; letter-spacing: 9px; text-transform: uppercase }
    }`,
  });
  expect(await theirs.evaluate((element) => getComputedStyle(element).textTransform)).toBe('uppercase');
  expect(await stylesBelow(page, '#ours')).toEqual(clean);
  await page.getByRole('combobox', { name: 'Plan' }).click();
  const option = page.getByRole('option', { name: 'Yearly' });
  expect(await option.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('normal');
});

test('looks the same in an iframe as on its own page [embed.styles-frame]', async ({ page }) => {
  await page.goto(url);
  await page.setContent(
    `<link rel="icon" href="data:,"><style>${hostile}</style><iframe src="${url}?way=light" width="1000" height="800"></iframe>`,
  );
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('There is no frame.');
  await frame.getByRole('button', { name: 'Enroll' }).waitFor();
  const framed = await stylesBelow(frame, '#ours');
  await page.setViewportSize({ width: 1000, height: 800 });
  await open(page, 'light');
  expect(framed).toEqual(await stylesBelow(page, '#ours'));
});

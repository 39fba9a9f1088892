// Time and sales: 50,000 rows that are sorted, filtered, resized and exported.
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from '../app-test.ts';
import { openMarket, timeSale } from './market-pages.ts';

const columns = [
  'Time',
  'Option',
  'Qty',
  'Price',
  'Exchange',
  'Market',
  'Delta',
  'IV',
  'Underlying',
  'Condition',
];

test('sorts and resizes 50,000 rows and scrolls from first to last', {
  tag: '@phone-long',
}, async ({ page }) => {
  await openMarket(page, '?tab=time-sales');
  const grid = page.getByRole('grid');
  // Tens of thousands of rows may take long on a busy machine.
  await expect(grid).toBeVisible({ timeout: 90_000 });
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(50_000);
  const header = (name: string) => grid.getByRole('columnheader', { name: new RegExp(`^${name}`, 'i') });
  await expect(header('Qty')).toHaveAttribute('aria-sort', 'descending');

  const quantities = async (): Promise<number[]> => {
    const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
    const texts = await rows.evaluateAll((list) =>
      list.map((row) => row.querySelectorAll('td')[2]?.textContent ?? ''),
    );
    return texts.map((text) => Number(text.replace(/[^\d]/g, '')));
  };
  await expect(async () => {
    const shown = await quantities();
    expect(shown.length).toBeGreaterThan(3);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
  }).toPass();
  // The first row is below the header, which is taller on touch screens.
  const edges = await grid.evaluate((node) => ({
    head: node.querySelector('thead')?.getBoundingClientRect().bottom ?? 0,
    row: Math.min(...[...node.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().top)),
  }));
  expect(Math.abs(edges.row - edges.head)).toBeLessThan(1.5);

  // Live trades of all tickers are opt-in; the choice is kept after a reload.
  const count = async () => Number(await grid.getAttribute('aria-rowcount'));
  const live = page.getByRole('switch', { name: 'Live trades' });
  await expect(live).not.toBeChecked();
  await live.check();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before);
  await expectAccessible(page);
  await page.reload();
  await expect(header('Qty')).toHaveAttribute('aria-sort', 'descending');
  await expect(live).toBeChecked();

  // Only the first and last column; tests/ui/market-data covers all of them.
  for (const name of ['Time', 'Condition']) {
    const head = header(name);
    await head.scrollIntoViewIfNeeded();
    const button = head.getByRole('button').first();
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await button.click();
    await expect(head).not.toHaveAttribute('aria-sort', /ascending|descending/);
    const handle = head.getByRole('separator');
    const before = (await head.boundingBox())?.width ?? 0;
    await handle.focus();
    await handle.press('ArrowRight');
    await expect.poll(async () => (await head.boundingBox())?.width ?? 0).toBeGreaterThan(before);
  }
});

test('restores filters, widths and order after a reload, copies a row and exports [market.resize] [market.view-stored] [market.copy-row] [time-sales.csv]', {
  tag: '@smoke',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openMarket(page, '?tab=time-sales&ticker=SPY');
  const grid = page.getByRole('grid');
  const count = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
  const price = grid.getByRole('columnheader', { name: /^Price/ });
  await expect(price).toBeVisible();
  const all = await count();

  // Dragging does not go below the minimum width.
  const widthOf = async () => Math.round((await price.boundingBox())?.width ?? 0);
  const drag = async (by: number) => {
    const box = await price.getByRole('separator').boundingBox();
    if (box === null) throw new Error('The handle is not drawn');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };
  expect(await widthOf()).toBe(80);
  await drag(53);
  await expect.poll(widthOf).toBe(133);
  await drag(-120);
  await expect.poll(widthOf).toBe(60);

  await price.getByRole('button').first().click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  const filters = page.getByRole('region', { name: 'Filter trades' });
  await filters.getByRole('combobox', { name: 'Side' }).selectOption('Bought');
  await filters.getByRole('textbox', { name: 'Min. qty' }).fill('20');
  await expect.poll(count).toBeLessThan(all);
  const some = await count();
  expect(some).toBeGreaterThan(0);

  await page.reload();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  expect(await widthOf()).toBe(60);
  await expect(filters.getByRole('combobox', { name: 'Side' })).toHaveValue('bought');
  await expect(page.getByText(/^[\d,]+ of [\d,]+ trades$/)).toBeVisible();

  await grid.focus();
  await grid.press('ArrowDown');
  await grid.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied: SPY/)).toBeAttached();
  const cells = (await page.evaluate(() => navigator.clipboard.readText())).split('\t');
  expect([cells.length, cells.at(-1)]).toEqual([11, 'bought']);

  const download = page.waitForEvent('download');
  await filters.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('time-and-sales-SPY.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe(`${columns.join(',')},Side`);
  expect(lines[1]?.endsWith(',bought')).toBe(true);
  expect(lines.length - 1).toBe(await count());

  await filters.getByRole('button', { name: 'Clear (2)' }).click();
  await expect(page.getByText(/^[\d,]+ trades$/)).toBeVisible();
});

test('keeps the table readable with filters, in right-to-left and in forced colors', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMarket(page, '?tab=time-sales');
  const grid = page.getByRole('grid');
  // Tens of thousands of rows may take long on a busy machine.
  await expect(grid).toBeVisible({ timeout: 90_000 });
  const top = async () => Math.round((await grid.boundingBox())?.y ?? 0);
  const before = await top();
  await page.getByRole('textbox', { name: 'Min. qty' }).fill('20');
  await expect(page.getByRole('button', { name: 'Clear (1)' })).toBeVisible();
  expect(await top()).toBe(before);

  // While another ticker is loading, the file is named after the ticker of its rows.
  let respond = (): void => {};
  const isWanted = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(timeSale, async (route) => {
    await isWanted;
    await route.fallback();
  });
  const box = page.getByRole('tabpanel').getByPlaceholder('Search ticker...');
  await box.fill('nvda');
  await box.press('Enter');
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/ticker=NVDA/);
  const exported = async (): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    return (await download).suggestedFilename();
  };
  expect(await exported()).toBe('time-and-sales-all.csv');
  respond();
  await expect(grid.getByRole('gridcell', { name: /^NVDA/ }).first()).toBeVisible();
  await expect.poll(exported).toBe('time-and-sales-NVDA.csv');

  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.setViewportSize({ width: 820, height: 900 });
  await grid.focus();
  await grid.press('ArrowDown');
  await grid.press('End');
  const cell = grid.locator('td:focus');
  await expect(cell).toHaveAttribute('aria-colindex', '10');
  await expect(cell).toBeInViewport({ ratio: 0.95 });

  await page.emulateMedia({ forcedColors: 'active' });
  const tabs = page.getByRole('tab');
  const lines = () => tabs.evaluateAll((list) => list.map((tab) => getComputedStyle(tab).borderBottomColor));
  await expect.poll(async () => new Set(await lines()).size).toBe(2);
  const live = page.getByRole('switch', { name: 'Live trades' });
  await expect(live).toHaveCSS('appearance', 'auto');
});

test('hides columns and remembers them [market.columns] [market.scrolled-sideways]', async ({ page }) => {
  await openMarket(page, '?tab=time-sales&ticker=SPY');
  const grid = page.getByRole('grid');
  const edge = page.locator('.ob-grid-edge');
  // At 1440 px the last column does not fit.
  await expect(edge).toHaveCSS('opacity', '1', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Exchange' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expectAccessible(page);
  const exchange = grid.locator('th[data-column="exchange"]');
  await expect(exchange).toBeHidden();
  await expect(edge).toHaveCSS('opacity', '0');
  await page.reload();
  await expect(grid.getByRole('columnheader', { name: 'Market' })).toBeVisible({ timeout: 90_000 });
  await expect(exchange).toBeHidden();
});

// The tabs of market data: the ticker in the address, failures, offline, and their layout.
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from '../app-test.ts';
import { connected, newestOf, openMarket, timeSale } from './market-pages.ts';

const candles = '**/app/marketdata/candles/**';

test('suggests tickers for what was typed while the code of the suggestions loads', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/Combobox-/, async (route) => {
    await held;
    await route.continue();
  });
  await openMarket(page, '?tab=details');
  const box = page.getByRole('combobox', { name: 'Search ticker' });
  await box.click();
  await page.keyboard.type('nv');
  release();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toBeVisible();
  await page.keyboard.type('da');
  await expect(box).toHaveValue('nvda');
  await expect(box).toBeFocused();
  await expect(options.first()).toContainText('NVDA');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ticker=NVDA/);
});

test('opens details on AAPL, finds a ticker, and keeps it in the address for every tab [market.address]', {
  tag: '@smoke',
}, async ({ page, expectedComplaints }) => {
  // An unknown ticker has no details.
  expectedComplaints.push(/status of 404/);
  await openMarket(page, '');
  await expect(page.getByRole('article').getByText('AAPL', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const box = page.getByRole('tabpanel').getByPlaceholder('Search ticker...');
  await box.fill('zzzzqq');
  await box.press('Enter');
  await expect(page.getByText('No tickers found')).toBeVisible();
  await box.fill('nvda');
  await box.press('Enter');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('NVDA');
  await options.first().click();
  await expect(page).toHaveURL(/ticker=NVDA/);
  await expect(page.getByRole('article').getByText('NVDA', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByRole('img', { name: /^Candles of NVDA/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Graph' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('img', { name: /^Candles of NVDA/ })).toBeVisible();
  await page.goto('/market-data?ticker=ZZZZ');
  await expect(page.getByText('No details available for this ticker.')).toBeVisible();
});

test('shows failures with Retry and empty states in time and sales and the graph', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 500/);
  await page.route(timeSale, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await openMarket(page, '?tab=time-sales');
  await expect(page.getByText('Time and sales could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  // It recovers automatically; tests/ui/market-data covers a click on Retry.
  await page.route(timeSale, (route) => route.fulfill({ json: { data: [], biggest_data: [] } }));
  await expect(page.getByText('No Data Available')).toBeVisible({ timeout: 120_000 });

  await page.route(candles, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByText('The prices of AAPL could not be loaded.')).toBeVisible();
  await page.unroute(candles);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const picture = page.getByRole('img', { name: /^Candles of AAPL: \d+$/ });
  await expect(picture.locator('canvas').first()).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/^Last \$[\d,.]+, [+-][\d.]+% in this range$/)).toBeVisible();
  await expectAccessible(page);
});

test('shows stale data as offline and continues automatically online [market.feed-online]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED/);
  const live = page.getByText(connected);
  const lost = page.getByText('Connection lost. Trying again shortly.');
  await openMarket(page, '?tab=trade-flash');
  const lines = page.getByRole('list', { name: 'Big trades, newest last' }).getByRole('listitem');
  await expect(live).toBeVisible({ timeout: 90_000 });
  await expect(lines.first()).toBeVisible({ timeout: 90_000 });

  await context.setOffline(true);
  await expect(lost).toBeVisible();
  await expect(live).toBeHidden();
  const before = await newestOf(lines);
  expect(before).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Details' }).click();
  const failed = page.getByText('The details of AAPL could not be loaded.');
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('article').getByText('AAPL', { exact: true })).toBeVisible();
  await expect(failed).toBeHidden();
  await page.getByRole('tab', { name: 'Trade Flash' }).click();
  await expect(live).toBeVisible();
  await expect.poll(() => newestOf(lines), { timeout: 90_000 }).toBeGreaterThan(before);

  const loaded = () => page.waitForResponse((response) => response.url().endsWith('/time-sale'));
  let response = loaded();
  await page.goto('/market-data?tab=time-sales&ticker=SPY');
  await response;
  const rows = page.getByRole('gridcell', { name: /^SPY/ });
  await expect(rows.first()).toBeVisible({ timeout: 90_000 });
  await expect(live).toBeVisible();
  await context.setOffline(true);
  await expect(lost).toBeVisible();
  await expect(rows.first()).toBeVisible();
  // The feed replays nothing: missed trades are loaded.
  response = loaded();
  await context.setOffline(false);
  await response;
  await expect(live).toBeVisible();
  await expect(rows.first()).toBeVisible();
});

test('fills a container of fixed height with the table and the tape', async ({ page }) => {
  for (const [tab, panel] of [
    ['time-sales', '.ob-time-sales'],
    ['trade-flash', '.ob-flash'],
  ]) {
    await page.goto('about:blank');
    await openMarket(page, `?tab=${tab}`);
    const shown = page.locator(String(panel));
    await expect(shown).toBeVisible();
    const heights = await shown.evaluate((element) =>
      ['560px', '900px'].map((height) => {
        const frame = document.createElement('div');
        frame.style.flex = 'none';
        frame.style.height = height;
        const home = element.parentElement;
        home?.append(frame);
        frame.append(element);
        const is = element.getBoundingClientRect().height;
        home?.append(element);
        frame.remove();
        return is;
      }),
    );
    expect(heights).toEqual([560, 900]);
  }
});

test('folds the controls on a phone, so that the table and the tape get the screen [market.folded]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openMarket(page, '?tab=time-sales');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible({ timeout: 90_000 });
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 844;
  expect(await top(grid)).toBeLessThan(844 * 0.45);
  const toggle = page.getByRole('button', { name: /^Filters/ });
  const least = page.getByRole('textbox', { name: 'Min. qty' });
  await expect(least).toBeHidden();
  await toggle.click();
  await least.fill('1,000');
  await expect(toggle).toHaveText('Filters (1)');
  await expectAccessible(page);
  await toggle.click();
  await expect(least).toBeHidden();
  await expect(toggle).toHaveText('Filters (1)');

  // The first column stays while the table scrolls sideways; a shadow marks the edge with further columns.
  const scroller = page.locator('.ob-grid-scroller');
  const edge = page.locator('.ob-grid-edge');
  await expect(edge).toHaveCSS('opacity', '1');
  await scroller.evaluate((node) => {
    node.scrollLeft = node.scrollWidth;
  });
  await expect(edge).toHaveCSS('opacity', '0');
  await expect(grid.getByRole('gridcell').first()).toBeInViewport({ ratio: 0.95 });
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Trade Flash' }).click();
  const tape = page.getByRole('list', { name: 'Big trades, newest last' });
  await expect(tape).toBeVisible({ timeout: 90_000 });
  expect(await top(tape)).toBeLessThan(844 * 0.36);
  await expect(page.getByRole('switch', { name: 'Sound' })).toBeHidden();
  await page.getByRole('button', { name: 'Alerts', exact: true }).click();
  await page.getByRole('switch', { name: 'Sound' }).check();
  await expect(page.getByRole('button', { name: 'Alerts (1)' })).toBeVisible();
  await expectAccessible(page);
});

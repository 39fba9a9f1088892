// Market data: 50,000 sortable rows, and the tape, live from the sandbox feed.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test, users } from './app-test.ts';

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

/** The state of a working connection: outside market hours the sandbox replays the last session. */
const connected = /^Live$|^Replay of \d\d \w{3}$/;

/** The position of the newest line of the tape; 0 without lines. */
const newestOf = (lines: Locator): Promise<number> =>
  lines.evaluateAll((list) => Math.max(0, ...list.map((line) => Number(line.ariaPosInSet))));

/** Signs in and opens market data at a tab and ticker. */
async function openMarket(page: Page, query: string): Promise<void> {
  await signIn(page, users.subscriber, `/market-data${query}`);
}

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

test('follows live trades until the user scrolls up', {
  tag: '@phone-long',
}, async ({ page }) => {
  await openMarket(page, '?tab=trade-flash');
  const rows = page
    .getByRole('list', { name: /trade/i })
    .or(page.getByRole('log', { name: /trade/i }))
    .getByRole('listitem');
  await expect(rows.first()).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => rows.count()).toBeGreaterThan(4);
  // The weight is the root of the share of the largest, and no bar covers a text.
  const lines = await rows.evaluateAll((list) =>
    list.map((line) => {
      const weight = line.querySelector<HTMLElement>('.ob-tape-weight');
      const time = line.querySelector('time')?.getBoundingClientRect();
      const above = document.elementsFromPoint((time?.x ?? 0) + 4, (time?.y ?? 0) + 14);
      return {
        dollars: Number(line.querySelector('.ob-tape-dollars')?.textContent?.replace(/[$,]/g, '')),
        share: Number.parseFloat(weight?.style.backgroundSize ?? '') / 100,
        covered:
          weight !== null &&
          above.includes(weight) &&
          above.indexOf(weight) < above.findIndex((one) => one.tagName === 'TIME'),
      };
    }),
  );
  const largest = lines.reduce((most, { dollars, share }) => Math.max(most, dollars / share ** 2), 0);
  for (const { dollars, share, covered } of lines) {
    expect(covered).toBe(false);
    expect(share).toBeGreaterThan(0);
    if (share > 0.1) expect(dollars / share ** 2 / largest).toBeGreaterThan(0.95);
  }
  await expectAccessible(page);
});

const timeSale = '**/app/marketdata/time-sale';
const candles = '**/app/marketdata/candles/**';

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

test('shows live trades, and keeps alerts off until they are switched on [market.alerts-off]', {
  tag: '@smoke',
}, async ({ page }) => {
  await openMarket(page, '?tab=trade-flash');
  await expect(page.getByText(connected)).toBeVisible({ timeout: 90_000 });
  // Outside market hours the sandbox replays the last session, which has no lag.
  await expect(page.getByText(/^\d+ ms$|^[\d.]+ s$|^Replay of/)).toBeVisible({
    timeout: 90_000,
  });

  const sound = page.getByRole('switch', { name: 'Sound' });
  const notify = page.getByRole('switch', { name: 'Notify' });
  await expect(sound).not.toBeChecked();
  await expect(notify).not.toBeChecked();
  await sound.check();
  const least = page.getByRole('textbox', { name: 'Alert over ($)' });
  await least.fill('250000');
  await least.press('Enter');

  const trades = page.getByRole('list', { name: 'Big trades, newest last' }).getByRole('listitem');
  const before = await newestOf(trades);
  await expect.poll(() => newestOf(trades), { timeout: 90_000 }).toBeGreaterThan(before);

  await page.reload();
  await expect(sound).toBeChecked();
  await expect(notify).not.toBeChecked();
  await expect(least).toHaveValue('250,000');
});

test('stops the tape on scrolling up, with a pill, and follows it again at its end [market.autoscroll]', async ({
  page,
}) => {
  await openMarket(page, '?tab=trade-flash');
  const tape = page.getByRole('list', { name: 'Big trades, newest last' });
  const overflow = () => tape.evaluate((node) => node.scrollHeight - node.clientHeight);
  await expect.poll(overflow, { timeout: 90_000 }).toBeGreaterThan(400);
  const distance = () => tape.evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop);
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await tape.hover();
  await page.mouse.wheel(0, -300);
  const pill = page.getByRole('button', { name: /scroll to bottom/i });
  await expect(pill).toBeVisible();
  const stood = await tape.evaluate((node) => node.scrollTop);
  await expect(page.getByRole('button', { name: /new trade/ })).toBeVisible();
  expect(await tape.evaluate((node) => node.scrollTop)).toBe(stood);
  await pill.click();
  await expect(pill).toBeHidden();
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await expectAccessible(page);

  // A shrinking window is not a scroll: the newest line stays visible.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const heightOf = () => tape.evaluate((node) => node.clientHeight);
  const high = await heightOf();
  await page.setViewportSize({ ...size, height: size.height + 300 });
  await expect.poll(heightOf).toBeGreaterThan(high);
  await page.setViewportSize(size);
  await expect.poll(heightOf).toBe(high);
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await expect(pill).toBeHidden();

  // The same between two frames: the browser moves the scroll position, and no resize observer is called.
  const moved = await tape.evaluate(async (list) => {
    const frame = list.parentElement;
    const height = list.clientHeight;
    const before = list.scrollTop;
    if (frame !== null) frame.style.cssText = `flex: none; height: ${height + 300}px; max-height: none`;
    const after = list.scrollTop;
    frame?.removeAttribute('style');
    const isBack = list.clientHeight === height;
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    return { by: before - after, isBack };
  });
  expect(moved.by).toBeGreaterThan(200);
  expect(moved.isBack).toBe(true);
  await expect(pill).toBeHidden();
  await expect.poll(distance).toBeLessThanOrEqual(100);
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

for (const part of ['account', 'fields', 'market-data']) {
  test(`shows whole numbers in the fields of '${part}' at 320 px and 200 % text [market.number-fields]`, async ({
    page,
    expectedComplaints,
  }) => {
    // One story has a picture that fails to load.
    expectedComplaints.push(/404/);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/dev/gallery?part=${part}`);
    await expect(page.locator('.gallery-cell').nth(1)).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const toggle of await page.locator('.ob-fold-toggle:visible').all()) await toggle.click();
    const fields = page.locator(
      'input:is([inputmode="numeric"], [inputmode="decimal"], [type="number"]):not([readonly], :disabled):visible',
    );
    expect(await fields.count()).toBeGreaterThan(0);
    for (const field of await fields.all()) {
      const length = await field.evaluate((node: HTMLInputElement) => node.maxLength);
      // The widest value that people enter: a year of trades in dollars, a card number, a code.
      await field.fill('8'.repeat(length === -1 ? 7 : length === 15 ? 12 : Math.min(length, 19)));
      await field.blur();
      const { label, excess } = await field.evaluate((node: HTMLInputElement) => ({
        label: `${node.labels?.[0]?.textContent ?? node.ariaLabel}: ${node.value}`,
        excess: node.scrollWidth - node.clientWidth,
      }));
      expect(`${label} ${excess}`).toBe(`${label} 0`);
    }
  });
}

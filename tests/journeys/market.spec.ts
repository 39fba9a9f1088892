// Market data: the table, the live tape, the chart.
import { expect, test, users } from './journey-test.ts';
import { css, role, type View } from './view.ts';

const grid = role('grid');
const header = (name: string) => role('columnheader', new RegExp(`^${name}`), { within: grid });
const rowCount = async (view: View): Promise<number> =>
  Number(await view.read(grid, (element) => element.getAttribute('aria-rowcount')));
const sortOf = (view: View, name: string): Promise<string | null> =>
  view.read(header(name), (element) => element.getAttribute('aria-sort'));

test('sorts, filters, resizes and scrolls time and sales', async ({ visitAs, keepPicture }) => {
  const { view } = await visitAs(users.subscriber, '/market-data?tab=time-sales&ticker=SPY');
  await view.see(css('.ob-grid td', { text: 'SPY' }));
  const all = await rowCount(view);

  await test.step('a drag resizes a column, not below its minimum', async () => {
    const width = async () => Math.round((await view.box(header('Price'))).width);
    const drag = async (by: number) => {
      const {
        x,
        y,
        width: wide,
        height,
      } = await view.box(role('separator', undefined, { within: header('Price') }));
      const from = { x: x + wide / 2, y: y + height / 2 };
      await view.tab.drag(from, { x: from.x + by, y: from.y });
    };
    const before = await width();
    await drag(53);
    await expect.poll(width).toBe(before + 53);
    await drag(-120);
    await expect.poll(width).toBe(60);
  });

  await test.step('a click on a header sorts', async () => {
    await view.click(role('button', /^Price/, { within: header('Price') }));
    await expect.poll(() => sortOf(view, 'Price')).toBe('ascending');
    const prices = () =>
      view.read(grid, (element) =>
        [...element.querySelectorAll('tbody tr')].map((row) =>
          Number(row.querySelectorAll('td')[3]?.textContent?.replace(/[^\d.]/g, '')),
        ),
      );
    await expect
      .poll(async () => {
        const shown = (await prices()) ?? [];
        return (
          shown.length > 3 && shown.every((price, index) => index === 0 || price >= (shown[index - 1] ?? 0))
        );
      })
      .toBe(true);
  });

  await test.step('filters reduce the rows', async () => {
    const filters = role('region', 'Filter trades');
    await view.fill(role('textbox', 'Min. qty', { within: filters }), '20');
    await expect.poll(() => rowCount(view)).toBeLessThan(all);
    expect(await rowCount(view)).toBeGreaterThan(1);
    await view.click(role('button', /^Clear/, { within: filters }));
    await expect.poll(() => rowCount(view)).toBeGreaterThanOrEqual(all);
  });

  await test.step('the wheel scrolls, and no row is blank', async () => {
    const scroller = css('.ob-grid-scroller');
    const { x, y, width, height } = await view.box(scroller);
    // Firefox scrolls at most a page at once.
    const wheel = async () => {
      await view.tab.wheel({ x: x + width / 2, y: y + height / 2 }, 6000);
      return view.read(scroller, (element) => element.scrollTop);
    };
    await expect.poll(wheel).toBeGreaterThan(3000);
    const blank = () =>
      view.read(scroller, (element) => {
        const { bottom } = element.getBoundingClientRect();
        const rows = [...element.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
        return bottom - Math.max(...rows.map((row) => row.bottom));
      });
    await expect.poll(blank).toBeLessThan(32);
    // The picture shows the table at rest.
    await view.box(css('.ob-grid tbody tr'));
    await keepPicture(view, 'time-sales');
  });
});

test('follows the live tape until it is scrolled up', async ({ visitAs, keepPicture }) => {
  const { view } = await visitAs(users.subscriber, '/market-data?tab=trade-flash');
  const tape = role('list', 'Big trades, newest last');
  // Outside market hours the sandbox replays the last session.
  await view.see(css('.ob-flash-connection:is([data-status="live"], [data-status="replay"])'));
  const overflow = () => view.read(tape, (element) => element.scrollHeight - element.clientHeight);
  const fromEnd = () =>
    view.read(tape, (element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  await expect.poll(overflow, { timeout: 60_000 }).toBeGreaterThan(400);
  await expect.poll(fromEnd).toBeLessThanOrEqual(100);
  const { x, y, width, height } = await view.box(tape);
  const position = () => view.read(tape, (element) => element.scrollTop);
  // Up to its start: a wheel event that arrives late moves it no further.
  const wheelUp = async () => {
    await view.tab.wheel({ x: x + width / 2, y: y + height / 2 }, -2000);
    return position();
  };
  await expect.poll(wheelUp, { intervals: [2000] }).toBe(0);
  const pill = role('button', /scroll to bottom/i);
  await view.see(pill);
  await view.see(role('button', /new trade/));
  expect(await position()).toBe(0);
  await keepPicture(view, 'trade-flash');
  await view.click(pill);
  await view.seeNone(pill);
  await expect.poll(fromEnd).toBeLessThanOrEqual(100);
});

test('finds a ticker and draws its chart', async ({ visitAs, keepPicture }) => {
  const { view } = await visitAs(users.subscriber, '/market-data');
  await view.see(role('article', undefined, { text: 'AAPL' }));
  await view.fill(css('[role=tabpanel] [placeholder="Search ticker..."]'), 'nvda');
  await view.tab.press('Enter');
  await view.click(role('option', /NVDA/));
  await view.waitForPath(/ticker=NVDA/);
  await view.click(role('tab', 'Graph'));
  const chart = role('img', /^Candles of NVDA: \d+$/);
  await view.see(chart);
  const colors = () =>
    view.read(chart, (element) => {
      const seen = new Set<string>();
      for (const canvas of element.querySelectorAll('canvas')) {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        for (let at = 0; at < pixels.length; at += 4 * 7)
          seen.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
      }
      return seen.size;
    });
  await expect.poll(colors).toBeGreaterThan(3);
  await keepPicture(view, 'chart');
});

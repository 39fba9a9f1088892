// Every component of the gallery on a page with another font and text color, which none inherits.
import { expect, test } from './app-test.ts';

for (const part of ['account', 'billing', 'shell', 'content', 'chat', 'market-data']) {
  test(`sets its own font and text color in each component of '${part}' [embed.styles-layer]`, async ({
    page,
    expectedComplaints,
  }) => {
    // One story has a picture that fails to load.
    expectedComplaints.push(/404/);
    await page.goto(`/dev/gallery?part=${part}`);
    const cells = page.locator('.gallery-cell');
    await expect(cells.nth(1)).toBeVisible();
    const { read, taken } = await page.evaluate(() => {
      const places = [...document.querySelectorAll<HTMLElement>('.gallery-cell')];
      for (const { style } of places) {
        style.fontFamily = 'Host';
        style.color = 'rgb(1, 2, 3)';
      }
      // Elements that a story adds itself belong to the page; visually hidden ones have no visible font.
      const ours = places.flatMap((place) => [...place.querySelectorAll('[class^="ob-"], [class^="ob-"] *')]);
      const words = ours.filter(
        (element) =>
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
          ) && element.closest('.ob-visually-hidden, .ob-tab-panel') === null,
      );
      const isTaken = (element: Element): boolean => {
        const { fontFamily, color } = getComputedStyle(element);
        return fontFamily === 'Host' || color === 'rgb(1, 2, 3)';
      };
      return {
        read: words.length,
        taken: words.filter(isTaken).map(({ outerHTML }) => outerHTML.slice(0, 120)),
      };
    });
    expect(taken).toEqual([]);
    expect(read).toBeGreaterThan(3);
  });
}

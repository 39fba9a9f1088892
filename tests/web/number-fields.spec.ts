// Fields for numbers show what people enter, also in large text.
import { expect, test } from './app-test.ts';

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

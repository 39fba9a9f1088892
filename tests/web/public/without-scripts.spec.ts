// The public pages without scripts.
import { expect, test } from '../app-test.ts';
import { sections } from './landing-sections.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the public pages with working links [site.prerendered]', { tag: '@smoke' }, async ({
    page,
  }) => {
    await page.goto('/');
    for (const name of sections) await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    // Without scripts all testimonials are shown, without buttons.
    const testimonials = page.getByRole('region', { name: 'Testimonials' });
    await expect(testimonials.getByRole('figure')).toHaveCount(2);
    for (const name of ['Dana R.', 'Marcus T.']) await expect(testimonials.getByText(name)).toBeVisible();
    await expect(testimonials.getByRole('img', { name: 'Rated 5 of 5' })).toHaveCount(2);
    await expect(testimonials.getByRole('button')).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
    await page.goto('/old');
    await expect(page.getByRole('heading', { name: 'Option Trade Ideas' })).toBeVisible();
  });

  test('keeps the lines of the tape in place while the rest of the document arrives [site.light]', async ({
    page,
  }) => {
    await page.goto('/');
    const lines = page.locator('.tape-line');
    await expect(lines).toHaveCount(9);
    const tops = (): Promise<number[]> =>
      lines.evaluateAll((all) => all.slice(0, 3).map((line) => line.getBoundingClientRect().top));
    const whole = await tops();
    // As in a first paint of the document up to the third line.
    await lines.evaluateAll((all) => {
      for (const line of all.slice(3)) line.remove();
    });
    expect(await tops()).toEqual(whole);
  });

  test("shows the small screen's navigation and disables controls that need scripts [site.without-scripts]", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    await expect(page.locator('.site-noscript')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(/\/#pricing$/);
    await expect(page.getByRole('heading', { name: /Seven days free/ })).toBeInViewport();
  });
});

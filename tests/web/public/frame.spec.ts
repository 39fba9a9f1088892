// What all public pages share: theme, bar, footer, and the scroll position.
import { expect, test } from '../app-test.ts';

test('stays light with a dark system theme until dark is chosen [theme.default] [theme.browser-parts]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (location.origin !== 'null') localStorage.removeItem('persist:root');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const root = page.locator('html');
  const scheme = page.locator('meta[name="color-scheme"]');
  const bar = page.locator('meta[name="theme-color"]');
  for (const path of ['/', '/terms', '/signin', '/welcome']) {
    await page.goto(path);
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(root).toHaveCSS('color-scheme', 'light');
    await expect(scheme).toHaveAttribute('content', 'light');
    await expect(bar).toHaveAttribute('content', '#fbfaf7');
  }
  await root.evaluate(({ dataset }) => {
    dataset.theme = 'dark';
  });
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect(scheme).toHaveAttribute('content', 'dark');
  await expect(bar).toHaveAttribute('content', '#0b0f18');
});

test('keeps the bar and its banner visible, with smooth scrolling to anchors [routes.bar-sticky]', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.locator('header.site-bar');
  const top = (): Promise<number> => bar.evaluate((header) => Math.round(header.getBoundingClientRect().top));
  const banner = await page.getByRole('complementary', { name: 'Offer' }).boundingBox();
  expect(banner?.y).toBe(0);
  expect(await top()).toBe(Math.round(banner?.height ?? 0));
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Ask before you join' })).toBeInViewport();
  await expect.poll(top).toBe(0);
  const root = page.locator('html');
  await expect(root).toHaveCSS('scroll-behavior', 'auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(root).toHaveCSS('scroll-behavior', 'smooth');
});

test('shows the social profiles in one row in the footer [site.footer]', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/terms');
  const list = page.getByRole('contentinfo').getByRole('list', { name: 'Openbell elsewhere' });
  await expect(list.getByRole('link')).toHaveText(['YouTube', 'Instagram', 'X', 'Facebook']);
  // The footer has its final position after the first paint.
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  const boxes = await list.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  for (const [place, box] of boxes.slice(1).entries()) {
    const before = boxes[place];
    expect(box.left).toBeGreaterThanOrEqual(before?.right ?? Number.NaN);
    expect(Math.round(box.top)).toBe(Math.round(before?.top ?? Number.NaN));
    expect(Math.round(box.bottom)).toBe(Math.round(before?.bottom ?? Number.NaN));
  }
});

test('restores the scroll position and the section of the address [site.deep-links]', async ({ page }) => {
  await page.goto('/');
  // The final height is set after the first paint.
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  await page.evaluate(() => window.scrollTo(0, 2400));
  await page
    .getByRole('link', { name: 'Privacy policy' })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(2400);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goto('/#about');
  await expect(page.getByRole('navigation', { name: 'Site' }).locator('[aria-current]')).toHaveText('About');
});

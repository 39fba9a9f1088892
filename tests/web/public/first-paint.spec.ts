// The first paint of a public page: its text, what moves afterwards, and its requests.
import type { Page } from '@playwright/test';
import { expect, test } from '../app-test.ts';

interface Seen {
  /** The tag of the largest contentful paint. */
  readonly largest: string;
  /** The cumulative layout shift. */
  readonly shift: number;
}

/** Records the paints of each document that the page opens from now on. Returns a function that reads the record. */
async function recordPaints(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { largest: '', shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
      seen.largest = last.element?.tagName ?? '';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // The observers get the entries of a frame before the second frame after it.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
        }),
    );
    return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  };
}

test('paints text first on the landing page, without layout shifts and with few bytes [site.light]', {
  tag: '@phone',
}, async ({ page }) => {
  let scripts = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scripts += (await request.sizes()).responseBodySize;
  });
  const read = await recordPaints(page);
  await page.goto('/');
  // The scripts are requested after the first paint, until which the network may be idle too.
  await expect(page.locator('[data-island="tape"]')).toHaveAttribute('data-live');
  await page.waitForLoadState('networkidle');
  const seen = await read();
  expect(['H1', 'P', 'EM']).toContain(seen.largest);
  expect(seen.shift).toBeLessThan(0.01);
  expect(scripts).toBeGreaterThan(0);
  // 1.35 × the size of react and react-dom.
  expect(scripts).toBeLessThan(90_885);
});

test('keeps the lines of texts when the fonts arrive after the first paint [site.light]', {
  tag: '@phone',
}, async ({ page }) => {
  const read = await recordPaints(page);
  let letFontsCome = (): void => {};
  let arrival: Promise<void>;
  await page.route('**/*.woff2', async (route) => {
    await arrival;
    await route.continue();
  });
  const haveFonts = (): Promise<boolean> =>
    page.evaluate(() => document.fonts.check('16px "Inter Variable", "Newsreader Variable"'));
  for (const path of ['/', '/old', '/terms', '/signin']) {
    arrival = new Promise((resolve) => {
      letFontsCome = resolve;
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await haveFonts()).toBe(false);
    letFontsCome();
    await expect.poll(haveFonts).toBe(true);
    expect((await read()).shift, path).toBeLessThan(0.002);
  }
});

test('requests no stylesheet on a public page, also for code that is loaded later', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') requested.push(request.url());
  });
  await page.goto('/signin');
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
});

// Courses, a course's page, alerts and the alert page, also with hostile texts.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { xssCorpus } from '../support/xss-corpus.ts';
import { expect, expectAccessible, signIn, test, users } from './app-test.ts';

const DEMO = '/alerts?code=demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';

/** The scroll position of the members' layout in px. */
const scrolled = (page: Page) => page.getByRole('main').evaluate((main) => main.scrollTop);

/** Whether an element is a box: a border on all sides and padding around its text. */
const isBox = (element: Locator) =>
  element.evaluate((box) => {
    const style = getComputedStyle(box);
    const sides = ['top', 'right', 'bottom', 'left'].map((side) => ({
      line: style.getPropertyValue(`border-${side}-style`),
      width: Number.parseFloat(style.getPropertyValue(`border-${side}-width`)),
      padding: Number.parseFloat(style.getPropertyValue(`padding-${side}`)),
    }));
    const range = document.createRange();
    range.selectNodeContents(box);
    const words = range.getBoundingClientRect();
    const edge = box.getBoundingClientRect();
    const holds =
      words.width > 0 &&
      words.left > edge.left &&
      words.right < edge.right &&
      words.top > edge.top &&
      words.bottom < edge.bottom;
    return holds && sides.every(({ line, width, padding }) => line === 'solid' && width > 0 && padding > 0);
  });

/** The video's position in seconds. */
const timeOf = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);

test('lets a member open, watch and download a course and return to the same place [courses.grid] [courses.page] [courses.download] [courses.resume] [courses.member]', {
  tag: ['@phone-long', '@smoke'],
}, async ({ page }) => {
  await signIn(page, users.member, '/courses');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.locator('img')).toHaveCount(4);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Reading the opening range' }).click();
  await page.waitForURL(/\/course\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Reading the opening range' })).toBeVisible();
  await expect(page).toHaveTitle('Reading the opening range · Openbell');
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => Math.round(one.duration))).toBe(40);
  await expect
    .poll(() => film.evaluate((one: HTMLVideoElement) => one.textTracks[0]?.cues?.length ?? 0))
    .toBe(6);
  await film.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 17;
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('coursePositions'))).toContain(',17]');
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Opening range worksheet' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Opening range worksheet.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.reload();
  await expect.poll(() => timeOf(page)).toBe(17);

  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/courses');
  await expect(cards).toHaveCount(4);
});

test('restores the list on Back, and shows empty and missing courses [content.scroll-restored] [courses.no-content] [courses.missing]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/404/);
  await page.setViewportSize({ width: 390, height: 600 });
  await signIn(page, users.member);
  await page.goto('/courses');
  const last = page.getByRole('link', { name: 'Order flow, slowly' });
  await last.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(100);
  await last.click();
  await expect(page.getByText('No content available')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(last).toBeInViewport();
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.goForward();
  await expect(page.getByText('No content available')).toBeVisible();
  for (const path of ['/course/4711', '/course/0', '/course/abc']) {
    await page.route(
      '**/api/app/course/4711',
      (route) => route.fulfill({ status: 404, json: { message: 'Not found.' } }),
      {
        times: 1,
      },
    );
    await page.goto(path);
    await expect(page.getByText('No course found.')).toBeVisible();
  }
});

test('shows an error when a download returns a page instead of the file [courses.download-failed]', async ({
  page,
}) => {
  await signIn(page, users.member);
  await page.goto('/courses');
  await page.route('**/media/courses/*.pdf*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
  );
  await page.getByRole('link', { name: 'Strength and its limits' }).click();
  await page.getByRole('button', { name: 'Download RSI on one page' }).click();
  await expect(page.getByRole('alert')).toHaveText('Download failed. Please try again.');
});

test('requires sign-in for courses and alerts, and a plan for alerts [courses.member] [alerts.subscriber]', async ({
  page,
}) => {
  for (const path of ['/courses', '/course/1', '/site-alerts']) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === '/signin' && url.searchParams.get('redirect') === path);
  }
  await signIn(page, users.lapsed);
  await page.goto('/site-alerts');
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('You are not allowed to access this page.')).toBeVisible();
});

test('loads all alerts for a subscriber, with new ones on top [alerts.list] [alerts.load-more] [alerts.no-more]', {
  tag: '@phone-long',
}, async ({ page, request }) => {
  await signIn(page, users.subscriber, '/site-alerts');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(rows.first().locator('time')).toHaveText(/ago$|^just now$/);
  await expectAccessible(page);

  const message = `QQQ: the range holds. ${crypto.randomUUID()}`;
  expect((await request.post('/dev/alerts', { data: { message } })).status()).toBe(201);
  await expect(rows.first()).toContainText(message);
  const more = page.getByRole('button', { name: 'Load More' });
  await more.click();
  await expect(rows).not.toHaveCount(11);
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(async () => (await rows.count()) > before || !(await more.isVisible())).toBe(true);
  }
  await expect(page.getByRole('button', { name: 'No More Alerts' })).toBeDisabled();
  const texts = await rows.allTextContents();

  await page.goto('/site-alerts');
  await expect(rows.first()).toContainText(message);
  await expect(rows.first().locator('time')).toHaveText('just now');
  expect(texts.length).toBeGreaterThan(20);
});

test('opens an alert by its code for anyone, and explains a missing or wrong code [alerts.view] [alerts.view-no-code] [alerts.view-failed] [alerts.view-public]', {
  tag: '@phone-long',
}, async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/404/);
  await page.goto(DEMO);
  await expect(page.getByRole('article')).toContainText('SPY');
  await expect(page.getByRole('article').locator('time')).toHaveText(
    /^\d+\w\w \w+ \d{4}, \d\d:\d\d:\d\d [ap]m$/,
  );
  await expectAccessible(page);
  await page.addInitScript(() => {
    const notified: string[] = [];
    Object.assign(window, { __told: notified });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && (node.matches('[role=alert]') || node.querySelector('[role=alert]')))
            notified.push(node.textContent ?? '');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto('/alerts');
  await expect(page.locator('[data-island="alert"]')).toHaveAttribute('data-live', '');
  await expect(page.getByRole('alert')).toContainText('No alert code provided');
  // Screen readers get it once.
  expect(await page.evaluate(() => (window as unknown as { readonly __told: string[] }).__told)).toEqual([
    'No alert code providedGo Back Home',
  ]);
  expect(await isBox(page.getByRole('alert'))).toBe(true);
  await page.goto('/alerts?code=0123456789abcdef0123456789abcdef');
  await expect(page.getByRole('alert')).toContainText('Failed to load alert');
  expect(await isBox(page.getByRole('alert'))).toBe(true);
  await expectAccessible(page);
});

test('does not run or load anything from hostile texts [courses.sanitized]', async ({
  page,
  expectedComplaints,
}) => {
  // Chromium reports violations in hostile texts while they are parsed for sanitizing, in a document that is never
  // shown.
  expectedComplaints.push(/violates the following Content Security Policy directive/);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { __xss: () => seen.push('ran'), __seen: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const requested: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).hostname.endsWith('.invalid')) requested.push(sent.url());
  });
  const courses = xssCorpus.map((payload, index) => ({
    id: index + 1,
    name: payload.slice(0, 400),
    description: payload.slice(0, 400),
    image: null,
    video: null,
    details: payload,
    documents: [{ name: payload.slice(0, 200), file: payload.slice(0, 200) || '/x' }],
  }));
  const created_at = new Date().toISOString();
  const alerts = xssCorpus.map((message, index) => ({ id: index + 1, message, created_at }));
  // Longer lists render only the rows near the viewport.
  const parts = [0, 100, 200].map((from) => ({ from, size: Math.min(100, xssCorpus.length - from) }));
  let from = 0;
  await page.route('**/api/app/courses', (route) => route.fulfill({ json: courses.slice(from, from + 100) }));
  await page.route('**/api/web/alerts?*', (route) =>
    route.fulfill({ json: { data: alerts.slice(from, from + 100), last_page: 1 } }),
  );
  const all = { id: 1, message: xssCorpus.join('\n'), created_at };
  await page.route('**/api/web/alert/*', (route) => route.fulfill({ json: { alert: all } }));
  const seen = () => page.evaluate(() => (window as unknown as { __seen: string[] }).__seen);
  /** Horizontal overflow of the members' layout in px. */
  const overflow = () => page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);

  await page.goto('/alerts?code=hostile');
  await expect(page.getByRole('article')).toContainText(
    xssCorpus.find((payload) => payload.startsWith('<')) ?? '',
  );
  expect(await overflow()).toBe(0);
  expect(await seen()).toEqual([]);
  await signIn(page, users.subscriber);
  expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(xssCorpus.length);
  for (const part of parts) {
    from = part.from;
    await page.goto('/site-alerts');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(part.size);
    expect(await overflow()).toBe(0);
    expect(await seen()).toEqual([]);
    await page.goto('/courses');
    await expect(page.getByRole('article')).toHaveCount(part.size);
    expect(await overflow()).toBe(0);
    expect(await seen()).toEqual([]);
  }

  // Navigates to each course by the router (URL and popstate). The page answers the requests.
  const marked = xssCorpus.filter((payload) => payload.includes('<'));
  const faults = await page.evaluate(async (payloads) => {
    const found: string[] = [];
    const ask = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const index = /\/api\/app\/course\/(\d+)$/.exec(address)?.[1];
      if (index === undefined) return ask(input, init);
      const course = { id: Number(index), name: `Course ${index}`, details: payloads[Number(index) - 1] };
      return Promise.resolve(Response.json(course));
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const schemes = ['http:', 'https:', 'mailto:'];
    for (const [index, payload] of payloads.entries()) {
      history.pushState({}, '', `/course/${index + 1}`);
      dispatchEvent(new PopStateEvent('popstate'));
      const isShown = () =>
        document.querySelector('.ob-course[data-status="ready"] h1')?.textContent === `Course ${index + 1}`;
      for (let tries = 0; tries < 300 && !isShown(); tries += 1) await frame();
      const main = document.querySelector('main');
      const box = document.querySelector('.ob-prose');
      if (!isShown() || box === null || main === null) {
        found.push(`not shown: ${payload}`);
        continue;
      }
      const strange = box.querySelector(
        'script, style, link, meta, base, iframe, object, embed, form, input, button, svg, math, video, audio, dialog, [style], [id], [name], [class], [slot], [onerror], [onload]',
      );
      if (strange !== null) found.push(`${strange.outerHTML} of ${payload}`);
      const links = [...box.querySelectorAll<HTMLAnchorElement>('a[href]')];
      if (links.some(({ protocol }) => !schemes.includes(protocol))) found.push(`links by ${payload}`);
      if (main.scrollWidth > main.clientWidth) found.push(`wider: ${payload}`);
      const entry = document.querySelector('nav a');
      const place = entry?.getBoundingClientRect();
      const top = place && document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
      if (!top || !entry?.contains(top)) found.push(`covers the menu: ${payload}`);
    }
    return found;
  }, marked);
  expect(marked.length).toBeGreaterThanOrEqual(200);
  expect(faults).toEqual([]);
  const reported = await seen();
  expect(reported).not.toContain('ran');
  // Only parsing reported violations: the visible document had none. The app has used the policy on its own pages.
  await page.goto('/terms');
  const byParsing = await page.evaluate((payloads) => {
    interface Policies {
      createPolicy(name: string, rules: object): { createHTML(text: string): string };
    }
    const { __seen: list, trustedTypes } = window as unknown as {
      readonly __seen: string[];
      readonly trustedTypes: Policies;
    };
    // A policy name that the CSP allows and the page has not used.
    const policy = trustedTypes.createPolicy('openbell', { createHTML: (text: string) => text });
    list.length = 0;
    for (const payload of payloads) new DOMParser().parseFromString(policy.createHTML(payload), 'text/html');
    return new Promise<string[]>((resolve) => setTimeout(() => resolve([...list])));
  }, marked);
  // Styles are reported again when sanitizing moves nodes; the check above shows that the visible document has none.
  const scripts = (list: readonly string[]) => list.filter((one) => !one.startsWith('style-src')).sort();
  expect(scripts(reported)).toEqual(scripts(byParsing));
  expect(requested).toEqual([]);
});

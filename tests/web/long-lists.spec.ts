// Long lists render only the rows near the viewport and never jump.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test, users } from './app-test.ts';
import { log, openGroupChat } from './chat/chat-pages.ts';

const words = 'the range holds into the close and the tape turns before anybody has sized up ';
const alertOf = (id: number) => ({
  id,
  message: `Alert ${id}. ${words.repeat(1 + (id % 7))}`,
  created_at: new Date(Date.UTC(2026, 10, 18) + id * 60_000).toISOString(),
});
const alertsBelow = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => alertOf(from - index));
const chatOf = (id: number) => ({
  id,
  name: `Chat ${id}`,
  image: null,
  mute: false,
  unread_count: 0,
  last_msg: { message: words, message_type: 'TXT', created_at: '2026-11-20T15:00:00.000Z' },
  users: [],
  messages: [],
});

/** Answers with 2,000 alerts on the first page and 50 on the second. */
async function openAlerts(page: Page): Promise<{ readonly main: Locator; readonly rows: Locator }> {
  await page.route('**/api/web/alerts?*', (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('page') === '1';
    const data = isFirst ? alertsBelow(2050, 2000) : alertsBelow(50, 50);
    return route.fulfill({ json: { data, last_page: 2 } });
  });
  await signIn(page, users.subscriber);
  await page.goto('/site-alerts');
  const main = page.getByRole('main');
  const rows = main.getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  return { main, rows };
}

/**
 * Scrolls an element by `step` px a frame. Returns the largest distance in px of a visible row from where the scroll
 * should have moved it, and the numbers of the frames in which no row was in the middle of the element. Starts when a row is there: after a jump
 * a browser may show a frame before the list renders.
 */
const scrollSteadily = (scroller: Locator, step: number, count: number) =>
  scroller.evaluate(
    async (element, [by, frames]) => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const box = element.getBoundingClientRect();
      const middle = () =>
        document
          .elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
          ?.closest<HTMLElement>('[data-index]') ?? null;
      let off = 0;
      const blank: number[] = [];
      for (let i = 0; i < 60 && middle() === null; i += 1) await frame();
      for (let i = 0; i < frames; i += 1) {
        const row = middle();
        if (row === null) blank.push(i);
        const before = row?.getBoundingClientRect().top ?? 0;
        element.scrollTop += by;
        await frame();
        if (row?.isConnected) off = Math.max(off, Math.abs(row.getBoundingClientRect().top - before + by));
      }
      return { off, blank };
    },
    [step, count] as const,
  );

/** Scrolls to the end of an element until it is stable. */
async function scrollToEnd(scroller: Locator): Promise<void> {
  await scroller.evaluate(async (element) => {
    for (let i = 0; i < 10; i += 1) {
      element.scrollTop = element.scrollHeight;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  });
}

for (const browser of ['a browser that anchors scrolling', 'one that does not'] as const) {
  test(`renders the alerts near the viewport without a jump or gap, in ${browser}`, {
    tag: '@phone-long',
  }, async ({ page }) => {
    if (browser === 'one that does not')
      await page.addInitScript(() => {
        CSS.supports = () => false;
        const none = new CSSStyleSheet();
        none.replaceSync('* { overflow-anchor: none !important }');
        document.adoptedStyleSheets = [none];
      });
    const { main, rows } = await openAlerts(page);
    expect(await rows.count()).toBeLessThan(60);
    await expectAccessible(page);
    const down = await scrollSteadily(main, 60, 60);
    expect(down.off).toBeLessThanOrEqual(1);
    expect(down.blank).toEqual([]);
    // Into the middle, where no row above was rendered before.
    await main.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await expect(rows.first()).not.toContainText('Alert 2050.');
    const up = await scrollSteadily(main, -60, 60);
    expect(up.off).toBeLessThanOrEqual(1);
    expect(up.blank).toEqual([]);
  });
}

test('reaches the last alert and keeps the place when more are loaded [alerts.load-more]', async ({
  page,
}) => {
  const { main, rows } = await openAlerts(page);
  await scrollToEnd(main);
  const last = rows.filter({ hasText: 'Alert 51.' });
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-posinset', '2000');
  const before = await last.evaluate((row) => row.getBoundingClientRect().top);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByRole('button', { name: 'No More Alerts' })).toBeAttached();
  await expect(rows.filter({ hasText: 'Alert 50.' })).toBeAttached();
  expect(await last.evaluate((row) => row.getBoundingClientRect().top)).toBeCloseTo(before, 0);
});

test('renders the chats near the viewport of 2,000 and keeps the focused one while it scrolls', async ({
  page,
}) => {
  await page.route('**/api/web/chats?*', (route) =>
    route.fulfill({ json: { data: Array.from({ length: 2000 }, (_, index) => chatOf(index + 1)) } }),
  );
  await page.route('**/api/web/chat/*', (route) => route.fulfill({ json: { data: chatOf(1) } }));
  await signIn(page, users.subscriber);
  await page.goto('/chat/1');
  const rows = page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
  const list = page.getByRole('navigation', { name: 'Chats' }).getByRole('list');
  await expect(rows.first()).toContainText('Chat 1');
  expect(await rows.count()).toBeLessThan(60);
  await expectAccessible(page);
  const third = rows.filter({ hasText: /Chat 3\D/ });
  await third.focus();
  expect(await scrollSteadily(list, 200, 60)).toEqual({ off: 0, blank: [] });
  await scrollToEnd(list);
  await expect(rows.filter({ hasText: 'Chat 2000' })).toBeInViewport();
  await expect(third).toBeFocused();
  expect(await rows.count()).toBeLessThan(60);
  // Tab continues from the focused chat.
  await page.keyboard.press('Tab');
  const fourth = rows.filter({ hasText: /Chat 4\D/ });
  await expect(fourth).toBeFocused();
  await expect(fourth).toBeInViewport();
  await expect(rows.filter({ hasText: /Chat 8\D/ })).toBeInViewport();
});

test('renders fewer than 60 of 10,000 messages at the end, in the middle and at the start of a chat', async ({
  page,
}) => {
  await page.route(/\/api\/web\/chat\/\d+(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { data, ...rest } = await (await route.fetch()).json();
    const [{ chat_id, sender, created_at }] = data.messages;
    const newest = Math.max(...data.messages.map(({ id }: { readonly id: number }) => id));
    const messages = Array.from({ length: 10_000 }, (_, index) => ({
      id: newest + index + 1,
      chat_id,
      sender,
      created_at,
      message: `Message ${index + 1}. ${words.repeat(index % 3)}`,
      message_type: 'TXT',
    }));
    await route.fulfill({ json: { ...rest, data: { ...data, messages, first_message_id: -1 } } });
  });
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const rows = log(page).getByRole('article');
  const scrollTo = (share: number) =>
    rows.first().evaluate((row, to) => {
      let at = row.parentElement;
      while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
      // The scroller is a reversed column: 0 is its end.
      if (at !== null) at.scrollTop = -to * (at.scrollHeight - at.clientHeight);
    }, share);
  for (const [share, text] of [
    [0, /Message 10000\./],
    [0.5, /Message (4[5-9]|5[0-5])\d\d\./],
    [1, /Message 1\./],
  ] as const) {
    await scrollTo(share);
    await expect(rows.filter({ hasText: text }).first()).toBeAttached();
    expect(await rows.count()).toBeLessThan(60);
  }
});

test('walks through all chats in the palette by arrow keys [palette.keyboard]', async ({ page }) => {
  await page.route('**/api/web/chats?*', (route) =>
    route.fulfill({ json: { data: Array.from({ length: 2000 }, (_, index) => chatOf(index + 1)) } }),
  );
  await signIn(page, users.subscriber);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Go to' }).click();
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: /Chat 1$/ }).first()).toBeAttached();
  expect(await options.count()).toBeLessThan(60);
  const active = page.getByRole('option', { selected: true });
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveText('Chat 2000');
  await expect(active).toBeInViewport();
  for (let i = 0; i < 20; i += 1) await page.keyboard.press('ArrowUp');
  await expect(active).toHaveText('Chat 1980');
  await expect(active).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('Chat 1981');
  await expectAccessible(page);
});

// The keyboard focus stays in a chat while its rows change.
import type { Page } from '@playwright/test';
import { expect, people, signIn, test } from './app-test.ts';
import { bubble, composer, log, openGroupChat, write } from './chat-pages.ts';

/** The focus: in the message log, elsewhere on the page, or lost to the body. */
const focusPlace = (page: Page): Promise<'log' | 'page' | 'lost'> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 'lost';
    return activeElement.closest('[role="log"]') === null ? 'page' : 'log';
  });

test('keeps the focus in the log when a jump to unread messages replaces the rows', async ({
  page,
  openContext,
}) => {
  const mentor = await (await openContext()).newPage();
  await signIn(page, people.subscriber);
  await signIn(mentor, people.mentor);
  await openGroupChat(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await openGroupChat(mentor);
  for (let index = 0; index < 30; index += 1) await write(mentor, `Unread while reading elsewhere, ${index}`);
  await expect(bubble(mentor, 'elsewhere, 29').getByRole('img', { name: /Sent|Delivered/ })).toBeAttached();

  // Cached messages are visible before the server responds.
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/web\/chat\/\d+/, async (route) => {
    await asked;
    await route.continue();
  });
  await openGroupChat(page);
  await log(page).getByRole('article').last().focus();
  expect(await focusPlace(page)).toBe('log');
  answer();
  await expect(bubble(page, 'Unread while reading elsewhere, 0')).toBeVisible();
  expect(await focusPlace(page)).toBe('log');
});

test('keeps the focus in the log when its row is scrolled out of the drawn rows', async ({ page }) => {
  await signIn(page, people.subscriber);
  await openGroupChat(page);
  await log(page).getByRole('article').last().focus();
  await log(page).evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  await expect(page.getByRole('button', { name: 'Scroll to the newest message' })).toBeVisible();
  expect(await focusPlace(page)).toBe('log');
});

test('keeps the focus in the row when the server confirms a pending message', async ({ page }) => {
  await signIn(page, people.subscriber);
  await openGroupChat(page);
  let answer = (): void => {};
  const posted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/web\/chat\/\d+/, async (route) => {
    if (route.request().method() === 'POST') await posted;
    await route.continue();
  });
  await write(page, 'Pending while it has the focus');
  const row = bubble(page, 'Pending while it has the focus');
  await composer(page).press('Shift+Tab');
  await row.focus();
  expect(await focusPlace(page)).toBe('log');
  answer();
  await expect(row.getByRole('img', { name: /Sent|Delivered|Seen/ })).toBeAttached();
  expect(await focusPlace(page)).toBe('log');
});

// The keyboard focus stays in a chat while its rows change.
import type { Page } from '@playwright/test';
import { expect, signIn, test, users } from '../app-test.ts';
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
  await signIn(page, users.subscriber);
  await signIn(mentor, users.mentor);
  await openGroupChat(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await openGroupChat(mentor);
  for (let index = 0; index < 30; index += 1) await write(mentor, `Unread while reading elsewhere, ${index}`);
  await expect(bubble(mentor, 'elsewhere, 29').getByRole('img', { name: /Sent|Delivered/ })).toBeAttached();

  // Cached messages are visible before the server responds.
  let respond = (): void => {};
  const requested = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(/\/api\/web\/chat\/\d+/, async (route) => {
    await requested;
    await route.continue();
  });
  await openGroupChat(page);
  await log(page).getByRole('article').last().focus();
  expect(await focusPlace(page)).toBe('log');
  respond();
  await expect(bubble(page, 'Unread while reading elsewhere, 0')).toBeVisible();
  expect(await focusPlace(page)).toBe('log');
});

test('keeps the focus in the log when its row is scrolled out of the drawn rows', async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await log(page).getByRole('article').last().focus();
  await log(page).evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  await expect(page.getByRole('button', { name: 'Scroll to the newest message' })).toBeVisible();
  expect(await focusPlace(page)).toBe('log');
});

test('moves the focus to the newest message when the focused button scrolls to it', async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await log(page).evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  const toEnd = page.getByRole('button', { name: 'Scroll to the newest message' });
  await toEnd.press('Enter');
  await expect(toEnd).toBeHidden();
  await expect(log(page).getByRole('article').last()).toBeFocused();
});

test('keeps the focus on the button to the newest message while the log scrolls to its end', async ({
  page,
}) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await log(page).evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  const toEnd = page.getByRole('button', { name: 'Scroll to the newest message' });
  await toEnd.focus();
  await log(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(log(page).getByRole('article').last()).toBeInViewport();
  await expect(toEnd).toBeFocused();
  await toEnd.blur();
  await expect(toEnd).toBeHidden();
});

test('keeps the focus in the row when the server confirms a pending message', async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  let respond = (): void => {};
  const posted = new Promise<void>((resolve) => {
    respond = resolve;
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
  respond();
  await expect(row.getByRole('img', { name: /Sent|Delivered|Seen/ })).toBeAttached();
  expect(await focusPlace(page)).toBe('log');
});

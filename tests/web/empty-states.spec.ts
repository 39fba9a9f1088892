// Empty and loading states, and content that cannot be shown. Responses that the demo data never gives are intercepted.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, signIn, test, users } from './app-test.ts';
import { bubble, composer, log, openGroupChat } from './chat/chat-pages.ts';

/** Responds to every request for `path` with `body`. */
const respond = (page: Page, path: string, body: object): Promise<unknown> =>
  page.route(path, (route) => route.fulfill({ json: body }));

test('courses show the loading and empty states [errors.empty-shown]', async ({ page }) => {
  await signIn(page, users.member);
  let answerIt = (): void => {};
  const isWanted = new Promise<void>((resolve) => {
    answerIt = resolve;
  });
  await page.route('**/api/app/course/1', async (route) => {
    await isWanted;
    await route.fallback();
  });
  await page.goto('/course/1');
  await expect(page.getByText('Loading Course...', { exact: true })).toBeVisible();
  await expectAccessible(page);
  answerIt();
  await expect(page.getByText('Loading Course...', { exact: true })).toHaveCount(0);
  await expect(page.locator('video')).toBeVisible();

  await respond(page, '**/api/app/courses', []);
  await page.goto('/courses');
  await expect(page.getByText('No Courses Available')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

/** Opens a page, holding the response of `path`; returns the box of an element before and after it arrives. */
async function boxesAround(page: Page, address: string, path: string, [waiting, arrived]: [string, string]) {
  let answerIt = (): void => {};
  const isWanted = new Promise<void>((resolve) => {
    answerIt = resolve;
  });
  await page.route(path, async (route) => {
    await isWanted;
    await route.fallback();
  });
  await page.goto(address);
  const before = await page.locator(waiting).boundingBox();
  answerIt();
  await expect(page.locator(arrived)).toBeVisible();
  const after = await page.locator(arrived).boundingBox();
  const rounded = (box: typeof after) =>
    box === null ? null : { top: Math.round(box.y), height: Math.round(box.height) };
  return { before: rounded(before), after: rounded(after) };
}

test('a course and the alerts take the place of their placeholders [look.shift]', async ({ page }) => {
  await signIn(page, users.subscriber);
  const video = '.ob-course-video';
  const course = await boxesAround(page, '/course/1', '**/api/app/course/1', [
    `${video}:has(.ob-skeleton)`,
    `${video}:has(video)`,
  ]);
  expect(course.after).toEqual(course.before);
  const alerts = await boxesAround(page, '/site-alerts', '**/api/web/alerts?*', [
    'div.ob-alert:nth-child(3)',
    'li.ob-alert:nth-child(3)',
  ]);
  expect(alerts.after).toEqual(alerts.before);
});

test('alerts show an empty list and an unknown code [errors.empty-shown]', async ({ page }) => {
  await signIn(page, users.subscriber);
  await respond(page, '**/api/web/alerts?*', { data: [], last_page: 1 });
  await page.goto('/site-alerts');
  await expect(page.getByText('No alerts found.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'How to receive text alerts' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await respond(page, '**/api/web/alert/gone', { alert: null });
  await page.goto('/alerts?code=gone');
  await expect(page.getByText('No alert found', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('market data shows its states before a search, trades or big trades [errors.empty-shown]', async ({
  page,
}) => {
  await respond(page, '**/app/marketdata/time-sale', { data: [], biggest_data: null });
  await page.routeWebSocket(/\/options$/, (socket) => {
    const status = (name: string): void =>
      socket.send(JSON.stringify([{ ev: 'status', status: name, message: '' }]));
    socket.onMessage((message) => {
      const { action } = JSON.parse(String(message));
      status(action === 'auth' ? 'auth_success' : 'success');
    });
    status('connected');
  });
  await signIn(page, users.subscriber, '/market-data');
  await page.getByRole('tabpanel').getByPlaceholder('Search ticker...').click();
  await expect(page.getByText('Please type to search')).toBeVisible();
  await page.goto('/market-data?tab=time-sales');
  await expect(page.getByText('No Data Available')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/market-data?tab=trade-flash');
  await expect(page.getByText('No Big Delta Trades Available')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('chat shows a message of an unknown kind [errors.empty-shown]', async ({ page }) => {
  await signIn(page, users.subscriber);
  await page.route(/\/api\/web\/chat\/\d+(\?.*)?$/, async (route) => {
    const { data } = await (await route.fetch()).json();
    const messages = data.messages.map((message: object, at: number) =>
      at === data.messages.length - 1
        ? { ...message, message_type: 'HOLOGRAM', message: '', files: [] }
        : message,
    );
    await route.fulfill({ json: { data: { ...data, messages } } });
  });
  await openGroupChat(page);
  await expect(bubble(page, 'Unsupported message')).toHaveCount(1);
  await expectAccessible(page);
});

test('explains a missing microphone and keeps the composer usable [chat.microphone-failure]', async ({
  page,
}) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await page.getByRole('button', { name: /voice|record/i }).click();
  await expect(page.getByText('Microphone access denied or not supported.')).toBeVisible();
  await expectAccessible(page);
  await composer(page).fill('I type instead');
  await expect(composer(page)).toHaveValue('I type instead');
  await expect(log(page)).toBeVisible();
});

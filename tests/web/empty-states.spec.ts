// Empty and loading states, and content that cannot be shown. Responses that the demo data never gives are intercepted.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, people, signIn, test } from './app-test.ts';
import { bubble, composer, log, openGroupChat } from './chat-pages.ts';

/** Responds to every request for `path` with `body`. */
const answer = (page: Page, path: string, body: object): Promise<unknown> =>
  page.route(path, (route) => route.fulfill({ json: body }));

test('courses show the loading and empty states [errors.empty-shown]', async ({ page }) => {
  await signIn(page, people.member);
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

  await answer(page, '**/api/app/courses', []);
  await page.goto('/courses');
  await expect(page.getByText('No Courses Available')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('alerts show an empty list and an unknown code [errors.empty-shown]', async ({ page }) => {
  await signIn(page, people.subscriber);
  await answer(page, '**/api/web/alerts?*', { data: [], last_page: 1 });
  await page.goto('/site-alerts');
  await expect(page.getByText('No alerts found.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await answer(page, '**/api/web/alert/gone', { alert: null });
  await page.goto('/alerts?code=gone');
  await expect(page.getByText('No alert found', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('market data shows its states before a search, trades or big trades [errors.empty-shown]', async ({
  page,
}) => {
  await answer(page, '**/app/marketdata/time-sale', { data: [], biggest_data: null });
  await page.routeWebSocket(/\/options$/, (socket) => {
    const status = (name: string): void =>
      socket.send(JSON.stringify([{ ev: 'status', status: name, message: '' }]));
    socket.onMessage((message) => {
      const { action } = JSON.parse(String(message));
      status(action === 'auth' ? 'auth_success' : 'success');
    });
    status('connected');
  });
  await signIn(page, people.subscriber, '/market-data');
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
  await signIn(page, people.subscriber);
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

test('explains a missing microphone and keeps the composer usable [errors.microphone]', async ({ page }) => {
  await signIn(page, people.subscriber);
  await openGroupChat(page);
  await page.getByRole('button', { name: /voice|record/i }).click();
  await expect(page.getByText('Microphone access denied or not supported.')).toBeVisible();
  await expectAccessible(page);
  await composer(page).fill('I type instead');
  await expect(composer(page)).toHaveValue('I type instead');
  await expect(log(page)).toBeVisible();
});

// Two members chat in two browsers over the real server, which is cut off and comes back.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, people, signIn, test } from './app-test.ts';

const log = (page: Page) => page.getByRole('log');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const bubble = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });

async function openGroupChat(page: Page): Promise<void> {
  await page.goto('/chat');
  await page.waitForURL(/\/chat\/\d+/);
  await expect(log(page).getByRole('article').last()).toBeVisible();
}

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('two members chat live: messages, typing and ticks', { tag: '@everywhere' }, async ({
  page,
  openContext,
}) => {
  test.setTimeout(120_000);
  const mentor = await (await openContext()).newPage();
  await signIn(page, people.subscriber);
  await signIn(mentor, people.mentor);
  await openGroupChat(page);
  await openGroupChat(mentor);
  await expectAccessible(page);

  await test.step('the list is virtualized: far fewer rows than messages', async () => {
    expect(await log(page).getByRole('article').count()).toBeLessThan(80);
  });

  await test.step('a message arrives at once, and its ticks change', async () => {
    await write(page, 'Good morning from the subscriber');
    await expect(bubble(mentor, 'Good morning from the subscriber')).toHaveCount(1);
    await expect(bubble(page, 'Good morning from the subscriber')).toHaveCount(1);
    await expect(
      bubble(page, 'Good morning from the subscriber')
        .getByLabel(/Delivered|Seen/)
        .or(bubble(page, 'Good morning from the subscriber').getByText(/Delivered|Seen/))
        .first(),
    ).toBeAttached();
  });

  await test.step('typing shows while it lasts', async () => {
    await composer(mentor).pressSequentially('Good mor');
    await expect(page.getByText(/is typing\.\.\./).first()).toBeVisible();
    await write(mentor, 'Good morning from the mentor');
    await expect(bubble(page, 'Good morning from the mentor')).toHaveCount(1);
    await expect(page.getByText(/is typing\.\.\./)).toHaveCount(0);
  });

  await test.step('sending nothing says so', async () => {
    await composer(page).press('Enter');
    await expect(page.getByText('Please enter a message or select a file to send.')).toBeVisible();
  });
});

test('the server is cut off and comes back: nothing is missing, doubled or out of order', async ({
  page,
  openContext,
  server,
  expectedComplaints,
}) => {
  test.setTimeout(180_000);
  expectedComplaints.push(
    /WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED/,
  );
  const mentor = await (await openContext()).newPage();
  await signIn(page, people.subscriber);
  await signIn(mentor, people.mentor);
  await openGroupChat(page);
  await openGroupChat(mentor);
  await write(page, 'before the cut');
  await expect(bubble(mentor, 'before the cut')).toHaveCount(1);

  await server.kill();
  await write(page, 'typed in the dark, one');
  await write(page, 'typed in the dark, two');
  await expect(bubble(page, 'typed in the dark, two')).toHaveCount(1);
  await server.start();
  // A device that notices the network at once, as browsers tell it: no need to wait for the next attempt.
  for (const who of [page, mentor]) await who.evaluate(() => window.dispatchEvent(new Event('online')));
  // Whatever the queue could not send by itself waits with Retry.
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    for (const button of await retry.all())
      if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(bubble(mentor, 'typed in the dark, two')).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 40_000 });

  await write(mentor, 'after the cut');
  for (const who of [page, mentor]) {
    for (const text of [
      'before the cut',
      'typed in the dark, one',
      'typed in the dark, two',
      'after the cut',
    ]) {
      await expect(bubble(who, text)).toHaveCount(1);
    }
    const order = await log(who).getByRole('article').allInnerTexts();
    const places = ['before the cut', 'in the dark, one', 'in the dark, two', 'after the cut'].map((text) =>
      order.findIndex((entry) => entry.includes(text)),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  await page.reload();
  await expect(bubble(page, 'typed in the dark, one')).toHaveCount(1);
});

// The server is killed while two members chat, and comes back.
import { expect, people, signIn, test } from './app-test.ts';
import { bubble, log, openGroupChat, write } from './chat-pages.ts';

test.use({
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

test('the server is cut off and comes back: nothing is missing, doubled or out of order', async ({
  page,
  openContext,
  ownServer,
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

  await ownServer.kill();
  await write(page, 'typed in the dark, one');
  await write(page, 'typed in the dark, two');
  await expect(bubble(page, 'typed in the dark, two')).toHaveCount(1);
  await ownServer.start();
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

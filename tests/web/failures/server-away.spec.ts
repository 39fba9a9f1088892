// A page that stays open while the server is away for longer than the socket's five attempts, as in a deployment.
import { expect, expectAccessibleInBothThemes, signIn, test, users } from '../app-test.ts';
import { bubble, openGroupChat, write } from '../chat/chat-pages.ts';

test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.url) });

test('reconnects without a click when the server is back [socket.await-server]', {
  tag: '@everywhere',
}, async ({ page, ownServer, expectedComplaints }) => {
  // The browser logs what it could not reach.
  expectedComplaints.push(/^WebSocket connection to '.+' failed|^Failed to load resource: /);
  await page.clock.install();
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await write(page, 'Before the deployment.');
  await expect(bubble(page, 'Before the deployment.')).toHaveCount(1);

  await ownServer.kill();
  const offline = page.getByRole('banner').getByText('Offline.');
  await expect(async () => {
    await page.clock.fastForward(3_600);
    await expect(offline).toBeVisible({ timeout: 200 });
  }).toPass();
  await expectAccessibleInBothThemes(page);

  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await page.clock.fastForward(40_000);
  await asked;
  await expect(offline).toBeVisible();

  await ownServer.start();
  await expect(async () => {
    await page.clock.fastForward(40_000);
    await expect(offline).toBeHidden({ timeout: 500 });
  }).toPass();
  await write(page, 'After the deployment.');
  await expect(bubble(page, 'After the deployment.')).toHaveCount(1);
});

// Push messages in a browser without a push service.
import { expect, signIn, test, users } from './app-test.ts';
import { browserArgs, wholeBrowser } from './browsers.ts';

// The headless shell does not support push messages.
test.use({ launchOptions: { executablePath: wholeBrowser, args: [...browserArgs] } });

test('asks for permission in the click, and the service worker controls no page [push.embed]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  // Logged by test browsers, which have no push service.
  expectedComplaints.push(/Push API in incognito mode/);
  await signIn(page, users.lapsed);
  await page.goto('/profile/edit');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const wish = page.getByRole('switch', { name: 'Push notifications' });
  // After a denial, the page explains how to change it, and only when the user turns push on.
  await context.grantPermissions([]);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await wish.check();
  await expect(page.getByText(/blocks notifications/)).toBeVisible();
  await wish.uncheck();
  await context.grantPermissions(['notifications']);
  await wish.check();
  await expect(page.getByText('This browser could not be set up.')).toBeVisible();
  const worker = await page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    return {
      scope: new URL(registration?.scope ?? '', location.href).pathname,
      script: new URL(registration?.active?.scriptURL ?? '', location.href).pathname,
      controlled: navigator.serviceWorker.controller !== null,
    };
  });
  expect(worker).toEqual({ scope: '/push/', script: '/push/sw.js', controlled: false });
});

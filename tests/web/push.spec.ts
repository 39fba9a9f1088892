// Push messages, as far as a browser without a push service goes.
import { expect, people, signIn, test } from './app-test.ts';
import { browserArgs, wholeBrowser } from './browsers.ts';

// The headless shell has no push messages at all.
test.use({ launchOptions: { executablePath: wholeBrowser, args: [...browserArgs] } });

test('asks for permission in the click, and the service worker controls no page [push.embed]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  // Test browsers have no push service, and say so in their own words.
  expectedComplaints.push(/Push API in incognito mode/);
  await signIn(page, people.lapsed);
  await page.goto('/profile/edit');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const wish = page.getByRole('switch', { name: 'Push notifications' });
  // Who has said no is told where it can be changed, and only when they wish for messages.
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

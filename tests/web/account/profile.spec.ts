// The member's profile and its form, field errors, the export of data, and deleting the account.
import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  fillSignIn,
  join,
  password,
  postSignIn,
  signIn,
  test,
  users,
} from '../app-test.ts';

/** A picture of 24 by 16 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAAA1BMVEXEljw5qFJdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAWDCQAAAZAAAdjzlT8AAAAASUVORK5CYII=',
  'base64',
);

test(
  "lists a member's devices and signs another one out, which notices [devices.list] [devices.end-one] [devices.sockets]",
  { tag: '@phone-long' },
  async ({ page, openContext, expectedComplaints }, info) => {
    // Logged by the browser: the 401 of the signed-out device.
    expectedComplaints.push(/status of 401/);
    const email = `dora-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    await join(page, 'Pia Profile', email);
    const other = await (await openContext()).newPage();
    await other.goto('/signin');
    await fillSignIn(other, email, password);
    await other.waitForURL('**/profile');
    await page.reload();
    const section = page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: 'Devices' }) });
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await expect(section.getByRole('listitem').filter({ hasText: 'This device' })).toContainText(
      'Chrome on Linux',
    );
    await expectAccessibleInBothThemes(page);
    await section.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
    await expect(section.getByRole('status')).toHaveText('The device is signed out.');
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expect(section.getByRole('heading')).toBeFocused();
    await other.reload();
    await other.waitForURL(/\/signin\?redirect=/);
    await page.reload();
    await expect(section.getByRole('listitem')).toHaveCount(1);
  },
);

test(
  'mails a link to the data of a member, which downloads them [data-export.request] [data-export.background]',
  { tag: '@everywhere' },
  async ({ page }, info) => {
    const email = `dana-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    await join(page, 'Pia Profile', email);
    const section = page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: 'Your data' }) });
    await section.getByRole('button', { name: 'Download my data' }).click();
    await expect(section.getByRole('status')).toContainText('We’re preparing your data.');
    await expect(section.getByRole('heading')).toBeFocused();
    await expectAccessibleInBothThemes(page);
    const mails = async () => {
      const response = await page.request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
      return (await response.json()) as { readonly subject: string; readonly text: string }[];
    };
    await expect(async () => {
      expect((await mails()).map(({ subject }) => subject)).toContain('Your Openbell data is ready');
    }).toPass();
    await page.reload();
    await expect(section.getByRole('status')).toContainText('We’ve emailed you a link to your data.');
    await expectAccessibleInBothThemes(page);
    const mail = (await mails()).find(({ subject }) => subject === 'Your Openbell data is ready');
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate((href) => {
        location.href = href;
      }, link),
    ]);
    expect(download.suggestedFilename()).toBe('openbell-data.zip');
    const entries = unzipSync(await readFile(await download.path()));
    expect(JSON.parse(strFromU8(entries['users.json'] as Uint8Array))).toMatchObject([{ email }]);
  },
);

test(
  'changes the password, invalidates the old one and signs other devices out [password.change] [password.form]',
  { tag: '@phone-long' },
  async ({ page, openContext, expectedComplaints }, info) => {
    // Logged by the browser: rejected requests, and the 401 of the signed-out device.
    expectedComplaints.push(/status of (401|422)/);
    const email = `paul-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    const another = 'another long password';
    await join(page, 'Pia Profile', email);
    const other = await (await openContext()).newPage();
    await other.goto('/signin');
    await fillSignIn(other, email, password);
    await other.waitForURL('**/profile');

    await page.goto('/profile/edit');
    const section = page.getByRole('region', { name: 'Change password' });
    await section.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const present = dialog.getByRole('textbox', { name: 'Current password' });
    const repeated = dialog.getByRole('textbox', { name: 'Repeat new password' });
    const submit = dialog.getByRole('button', { name: 'Change password' });
    await present.fill('not the password');
    await dialog.getByRole('textbox', { name: 'New password', exact: true }).fill(another);
    await repeated.fill('something else');
    await submit.click();
    await expect(repeated).toHaveAccessibleDescription('The passwords do not match.');
    await repeated.fill(another);
    await submit.click();
    await expect(present).toHaveAccessibleDescription('The password is wrong.');
    await expectAccessibleInBothThemes(page);
    await present.fill(password);
    await submit.click();
    await expect(dialog).toHaveCount(0);
    await expect(section.getByRole('status')).toHaveText(
      'Your password is changed. Your other devices are signed out.',
    );

    await other.reload();
    await other.waitForURL(/\/signin\?redirect=/);
    await fillSignIn(other, email, password);
    await expect(other.getByRole('main').getByRole('alert')).toBeVisible();
    await other.reload();
    await fillSignIn(other, email, another);
    await other.waitForURL('**/profile');
    await page.reload();
    await expect(section).toBeVisible();
  },
);

test(
  'edits the profile with errors shown, and deletes the account [profile.page] [profile.saved] [profile.unsaved] [delete-account.local-traces]',
  {
    tag: ['@phone-long', '@smoke'],
  },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser for every rejected request.
    expectedComplaints.push(/status of (422|500)/);
    const email = `pia-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    await join(page, 'Pia Profile', email);
    const main = page.getByRole('main');

    await test.step('without a plan the notice is shown', async () => {
      await expect(main.getByText('Please subscribe to a plan to access premium features.')).toBeVisible();
      await expect(main.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/#pricing');
      await expectAccessible(page);
    });

    const name = page.getByRole('textbox', { name: 'Full name' });
    const phone = page.getByRole('textbox', { name: /^Phone/ });
    const about = page.getByRole('textbox', { name: 'About you' });
    const save = page.getByRole('button', { name: 'Save', exact: true });

    await test.step('field errors are below their fields', async () => {
      await main.getByRole('link', { name: 'Edit profile' }).click();
      await page.waitForURL('**/profile/edit');
      await expect(page.getByRole('textbox', { name: /^E-mail/ })).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Unsubscribe' })).toHaveCount(0);
      await expectAccessible(page);
      await phone.fill('call me');
      await save.click();
      await expect(phone).toHaveAccessibleDescription(/valid phone number/);
      await expect(phone).toBeFocused();
      await expect(main.getByRole('alert')).toHaveText('Update failed. Please try again.');
      await expectAccessibleInBothThemes(page);
    });

    await test.step('a file that is not an image is rejected regardless of its name', async () => {
      const picture = page.getByLabel('Choose a picture');
      const rejected = main.getByText('Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).');
      await picture.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
      await expect(rejected).toBeVisible();
      await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
      await expect(main.getByText('New picture: me.png')).toBeVisible();
      await picture.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
      await expect(rejected).toBeVisible();
      await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
      await expect(rejected).toHaveCount(0);
    });

    await test.step('leaving with unsaved changes asks for confirmation', async () => {
      await name.fill('Pia Changed');
      await main.getByRole('link', { name: 'Cancel' }).click();
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(name).toHaveValue('Pia Changed');
    });

    await test.step('a failure is shown; the next attempt saves and goes to the profile', async () => {
      await phone.fill('+1 303 555 0178');
      await about.fill('One line.\nAnother.');
      await page.getByRole('switch', { name: 'E-mail notifications' }).uncheck();
      let respond = (): void => {};
      const pending = new Promise<void>((resolve) => {
        respond = resolve;
      });
      const reject = async (route: Route): Promise<void> => {
        await pending;
        await route.fulfill({ status: 500, json: {} });
      };
      await page.route('**/web/update-profile', reject, { times: 1 });
      await save.click();
      // The error of the attempt before is gone while this one is on its way.
      await expect(main.getByRole('alert')).toHaveCount(0);
      respond();
      await expect(main.getByRole('alert')).toHaveText('Update failed. Please try again.');
      await save.click();
      await page.waitForURL(/\/profile$/);
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Pia Changed');
      await expect(main.getByText('+13035550178')).toBeVisible();
      await expect(main.getByText('Another.')).toBeVisible();
      const drawn = main.locator('img.ob-avatar-image');
      await expect(drawn).toHaveAttribute('src', /^\/media\/avatars\/[0-9a-f]{32}\.webp$/);
      await expect(drawn).toHaveJSProperty('naturalWidth', 512);
      const stored = await page.evaluate(() => localStorage.getItem('user'));
      expect(JSON.parse(stored ?? '{}')).toMatchObject({ first_name: 'Pia Changed' });
      await expectAccessible(page);
    });

    await test.step('the switch changes the theme', async () => {
      const dark = await page.locator('html').evaluate((html) => html.dataset.theme === 'dark');
      await main.getByRole('switch', { name: dark ? 'Dark Mode' : 'Light Mode' }).click();
      await expect(main.getByRole('switch', { name: dark ? 'Light Mode' : 'Dark Mode' })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('deletion lists the loss, asks for the password and clears the device', async () => {
      await main.getByRole('link', { name: 'Edit profile' }).click();
      await page.getByRole('button', { name: 'Delete Account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await expect(dialog.getByText('notifications on all your devices')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByLabel('Your password').fill('not it');
      await dialog.getByRole('button', { name: 'Delete permanently' }).click();
      await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/wrong/);
      await dialog.getByLabel('Your password').fill(password);
      let deletions = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/web/delete-account')) deletions += 1;
      });
      await dialog.getByRole('button', { name: 'Delete permanently' }).dblclick();
      await page.waitForURL((url) => url.pathname === '/');
      expect(deletions).toBe(1);
      // The theme belongs to the device.
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['persist:root']);
      expect((await postSignIn(page.request, email)).status()).toBe(422);
    });
  },
);

test('shows a subscriber Unsubscribe, and Log Out goes to /login and /signin [profile.unsubscribe-button] [profile.log-out-to-login] [routes.login-alias]', async ({
  page,
}) => {
  await signIn(page, users.other, '/profile/edit');
  let questions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/web/cancel-subscription-request')) questions += 1;
  });
  await page.getByRole('button', { name: 'Unsubscribe' }).dblclick();
  await page.waitForURL(/\/unsubscribe\/\d+$/);
  expect(questions).toBe(1);

  let respond = (): void => {};
  const requested = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(
    '**/web/profile',
    async (route) => {
      await requested;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto('/profile');
  await expect(page.getByText('Loading profile…').first()).toBeVisible();
  respond();
  await expect(page.getByRole('table')).toBeVisible();
  // The page scrolls inside its layout, which does not scroll itself.
  await page.setViewportSize({ width: 390, height: 600 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/signin$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await page.goto('/login?redirect=%2Fcourses');
  await page.waitForURL(/\/signin\?redirect=%2Fcourses$/);
});

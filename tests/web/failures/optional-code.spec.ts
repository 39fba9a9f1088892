// Code that is loaded on demand: each download fails once, which leaves the page, and the next use loads the code again.
import type { Page } from '@playwright/test';
import { addApp, codeAt, securityRegion } from '../account/authenticator-app.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  fillSignIn,
  join,
  password,
  signIn,
  test,
  users,
} from '../app-test.ts';

// Browsers allow no passkeys on IP addresses.
test.use({
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url.replace('127.0.0.1', 'localhost'));
  },
});

test.beforeEach(({ expectedComplaints }) => {
  // Logged by the browser.
  expectedComplaints.push(/ERR_FAILED/);
});

interface Lost {
  /** Resolves when the download has failed `count` times. */
  failed(count?: number): Promise<void>;
  /** Lets the download succeed. */
  restore(): void;
}

/** Fails the download of a chunk. */
async function lose(page: Page, chunk: string): Promise<Lost> {
  const pattern = new RegExp(`/assets/${chunk}-[^/]+\\.js$`);
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (pattern.test(request.url())) failures += 1;
  });
  let isLost = true;
  await page.route(pattern, (route) => (isLost ? route.abort() : route.continue()));
  return {
    async failed(count = 1) {
      await expect.poll(() => failures).toBeGreaterThanOrEqual(count);
    },
    restore() {
      isLost = false;
    },
  };
}

const emailOf = (
  name: string,
  info: { readonly project: { name: string }; readonly repeatEachIndex: number },
) => `${name}-${info.project.name}-${info.repeatEachIndex}@openbell.test`;

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });

test('keeps the profile without its security section, which Retry loads [errors.optional-code]', {
  tag: '@everywhere',
}, async ({ page }) => {
  const section = await lose(page, 'SecuritySection');
  await signIn(page, users.member);
  await expect(failure(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Subscriptions' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  section.restore();
  await failure(page).getByRole('button', { name: 'Retry' }).click();
  await expect(securityRegion(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test('signs in without passkeys, whose button appears when the form is used [errors.optional-code]', async ({
  page,
}) => {
  const button = await lose(page, 'PasskeySignIn');
  await page.goto('/signin');
  await button.failed();
  const email = page.getByRole('textbox', { name: /^E-?mail/ });
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await email.fill('someone@openbell.test');
  await button.failed(2);
  await expect(email).toHaveValue('someone@openbell.test');
  await expect(passkey).toHaveCount(0);
  await expectAccessible(page);
  button.restore();
  await page.getByRole('textbox', { name: /^Password/ }).focus();
  await expect(passkey).toBeVisible();
  await expect(email).toHaveValue('someone@openbell.test');
});

test(
  'keeps the sign-in when its second step does not load, and loads it on Retry [errors.optional-code]',
  {
    tag: '@everywhere',
  },
  async ({ page, expectedComplaints }, info) => {
    // The request for a code.
    expectedComplaints.push(/status of 422/);
    const email = emailOf('olga', info);
    await join(page, 'Olga Optional', email);
    const { secret } = await addApp(page, -1);
    await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/signin/);
    const step = await lose(page, 'SecondStepForm');
    await fillSignIn(page, email, password);
    await expect(failure(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await expect(page.getByRole('textbox', { name: /^E-?mail/ })).toHaveValue(email);
    await fillSignIn(page, email, password);
    await expect(failure(page)).toBeVisible();
    step.restore();
    await failure(page).getByRole('button', { name: 'Retry' }).click();
    await page
      .getByRole('textbox', { name: 'Code from your authenticator app' })
      .fill(await codeAt(page, secret, 0));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/profile');
  },
);

test(
  'says that the card form did not load, and Enroll opens it the next time [errors.optional-code]',
  {
    tag: '@everywhere',
  },
  async ({ page }, info) => {
    await join(page, 'Otto Optional', emailOf('otto', info));
    await page.goto('/#pricing');
    await page.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Trade Ideas' }).click();
    await page.getByRole('radio', { name: 'Stripe' }).check();
    const modal = await lose(page, 'PaymentMethodModal');
    const enroll = page.getByRole('button', { name: 'Enroll' });
    await enroll.click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'The payment form could not be loaded.' }),
    ).toBeVisible();
    await expectAccessibleInBothThemes(page);
    modal.restore();
    await enroll.click();
    await expect(page.getByRole('dialog', { name: 'Add a Payment Method' })).toBeVisible();
    await expect(page.getByText('The payment form could not be loaded.')).toHaveCount(0);
  },
);

test("shows a member the visitor's links until the member's corner loads [errors.optional-code]", async ({
  page,
}) => {
  await signIn(page, users.member);
  const corner = await lose(page, 'MemberCorner');
  await page.goto('/terms');
  await corner.failed();
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  corner.restore();
  await link.hover();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test("opens the member's menus on the press after one that could not load them [errors.optional-code]", async ({
  page,
}) => {
  await signIn(page, users.member);
  await test.step('in the bar of the public pages', async () => {
    const menu = await lose(page, 'PersonMenu');
    await page.goto('/terms');
    await menu.failed();
    const person = page.locator('header.site-bar').getByRole('button');
    await person.click();
    await menu.failed(2);
    await expect(person).not.toHaveAttribute('aria-busy');
    menu.restore();
    await person.click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  });
  await test.step('in the bar of the members’ pages', async () => {
    const menu = await lose(page, 'ProfileMenu');
    await page.goto('/dashboard');
    const person = page.getByRole('button', { name: 'Profile menu' });
    await person.click();
    await menu.failed();
    await expect(person).not.toHaveAttribute('aria-busy');
    menu.restore();
    // A hover loads the code, and does not open the menu for the press that failed.
    await page.mouse.move(0, 0);
    const loaded = page.waitForResponse(/\/assets\/ProfileMenu-/);
    await person.hover();
    await loaded;
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(person).toHaveAttribute('aria-expanded', 'false');
    await person.click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  });
});

test('keeps the contact form without its captcha widget, which Retry loads [errors.optional-code]', async ({
  page,
  expectedComplaints,
}) => {
  // This server allows no script of the captcha's provider.
  expectedComplaints.push(/Content Security Policy/);
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const captcha = { provider: 'recaptcha', siteKey: 'site-key' };
    await route.fulfill({ response, json: { ...(await response.json()), captcha } });
  });
  const widget = await lose(page, 'ContactCaptcha');
  await page.goto('/#contact');
  await expect(page.locator('[data-island="contact"]')).toHaveAttribute('data-live', '');
  const message = page.getByRole('textbox', { name: 'Type your question' });
  await message.fill('Is there a trial?');
  await expect(failure(page)).toBeVisible();
  await expect(message).toHaveValue('Is there a trial?');
  await expectAccessible(page);
  widget.restore();
  await failure(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('[data-part="captcha"]')).toBeAttached();
  await expect(failure(page)).toHaveCount(0);
});

test('keeps market data without its menu and ticker list, and loads them again [errors.optional-code]', async ({
  page,
}) => {
  const list = await lose(page, 'Combobox');
  await signIn(page, users.subscriber, '/market-data?tab=details');
  const box = page.getByRole('combobox', { name: 'Search ticker' });
  await box.fill('nv');
  await list.failed();
  await expect(box).toHaveValue('nv');
  list.restore();
  await box.press('d');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('NVDA');

  const menu = await lose(page, 'ColumnMenu');
  await page.goto('/market-data?tab=time-sales');
  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.click();
  await menu.failed();
  await expect(columns).not.toHaveAttribute('aria-busy');
  await expect(page.getByText('The columns could not be loaded. Please try again.')).toBeVisible();
  menu.restore();
  await columns.click();
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
});

test('keeps the message box without the emoji picker, which the next press opens [errors.optional-code]', async ({
  page,
}) => {
  const picker = await lose(page, 'EmojiButton');
  await signIn(page, users.subscriber, '/chat');
  const emoji = page.getByRole('button', { name: 'Emoji', exact: true });
  await emoji.click();
  await picker.failed();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  picker.restore();
  await emoji.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

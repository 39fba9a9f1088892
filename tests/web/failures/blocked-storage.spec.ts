// Sign-in in browsers that block storage or refuse to write to it.
import type { Page } from '@playwright/test';
import { expect, fillSignIn, password, test, users } from '../app-test.ts';

/** Makes storage areas throw, in every document that the page opens from here on. */
async function block(page: Page, ...areas: ('localStorage' | 'sessionStorage')[]): Promise<void> {
  await page.addInitScript((names) => {
    for (const name of names) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked.', 'SecurityError');
        },
      });
    }
  }, areas);
}

/** Makes local storage refuse writes, as when it is full. */
async function refuseWrites(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (this === localStorage) throw new DOMException('Storage is full.', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'can’t remember your sign-in' });

test('remembers the session for the tab when local storage is blocked [storage.fallback-shown]', async ({
  page,
}) => {
  await block(page, 'localStorage');
  await page.goto('/signin?redirect=/courses');
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/courses');
  await expect(heading(page)).toHaveText('Courses');
  await page.reload();
  await expect(heading(page)).toHaveText('Courses');
  await expect(notice(page)).toHaveCount(0);
});

test('remembers the session for the tab when local storage refuses writes [storage.fallback-shown]', async ({
  page,
}) => {
  await refuseWrites(page);
  await page.goto('/signin');
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/profile');
  await expect(heading(page)).toBeVisible();
  await page.goto('/courses');
  await expect(heading(page)).toHaveText('Courses');
});

test('signs in and says once that nothing is remembered when all storage is blocked [storage.fallback-shown]', async ({
  page,
}) => {
  await block(page, 'localStorage', 'sessionStorage');
  await page.goto('/signin');
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/profile');
  await expect(heading(page)).toBeVisible();
  await expect(notice(page)).toHaveCount(1);
  await notice(page).getByRole('button', { name: 'Close' }).click();

  await test.step('the session continues on other pages of the members’ app, without another notice', async () => {
    await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
    await page.waitForURL('/courses');
    await expect(heading(page)).toHaveText('Courses');
    await expect(notice(page)).toHaveCount(0);
  });

  await test.step('a document load signs the member out', async () => {
    await page.reload();
    await page.waitForURL('/signin?redirect=/courses');
  });
});

test('stays in the members’ app when the redirect would load a public page and nothing is stored', async ({
  page,
}) => {
  await block(page, 'localStorage', 'sessionStorage');
  await page.goto('/signin?redirect=/&tag=pricing');
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/profile');
  await expect(notice(page)).toHaveCount(1);
});

test('loads the sign-in page again when Back leaves the members’ app for it', async ({ page }) => {
  await page.goto('/signin');
  // An entry of the same document, as the skip link makes one.
  await page.evaluate(() => history.pushState(null, '', '/signin#content'));
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/profile');
  await expect(heading(page)).toBeVisible();
  await page.goBack();
  // The sign-in page sends a member on.
  await page.waitForURL('/profile');
  await expect(heading(page)).toBeVisible();
});

test('says that the account is created when nothing can be stored', async ({ page }) => {
  await block(page, 'localStorage', 'sessionStorage');
  await page.route('**/api/web/register', (route) =>
    route.fulfill({ status: 201, json: { message: 'Created.' } }),
  );
  await page.goto('/signup?redirect=/courses');
  await page.getByLabel('Full name').fill('Ada Field');
  await page.getByLabel('Phone number').fill('+13035550100');
  await page.getByLabel('E-mail').fill('ada@openbell.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('checkbox', { name: /not a robot/i }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.waitForURL('/signin?redirect=/courses&created=1');
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible();
});

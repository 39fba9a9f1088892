// The authenticator app: adding it, signing in with it, proofs, and removing it.
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, fillSignIn, join, password, test } from '../app-test.ts';
import { addApp, codeAt, securityRegion as region } from './authenticator-app.ts';
import { signInWithGoogle } from './social-window.ts';

// A server of its own, because the test moves the clock.
test.use({
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/signin/);
}

/** Enters a wrong code and then the right one in the second step of a sign-in. */
async function enterCode(page: Page, secret: string): Promise<void> {
  const code = page.getByRole('textbox', { name: 'Code from your authenticator app' });
  await expect(code).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/wrong or was already used/);
  await code.fill(await codeAt(page, secret, 0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/profile');
}

test(
  'adds an authenticator app, signs in by code and by recovery code, and removes it after a proof [factors.section] [factors.step] [factors.ask-proof]',
  { tag: '@everywhere' },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser: requests for a code or a proof.
    expectedComplaints.push(/status of 422/);
    const email = `fay-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    await join(page, 'Fay Factor', email);
    const { secret, recovery } = await addApp(page, -1);

    await logOut(page);
    await fillSignIn(page, email, password);
    await enterCode(page, secret);

    await logOut(page);
    await fillSignIn(page, email, password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/profile');
    await expect(region(page)).toContainText('Unused recovery codes: 9');

    // The server's clock moves on by ten minutes, so that the proof of the sign-in expires.
    await page.request.post('/dev/clock', { data: { advance: 10 * 60_000 } });
    await region(page).getByRole('button', { name: 'Remove app' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await expectAccessibleInBothThemes(page);
    await proof.getByRole('button', { name: 'Use a recovery code' }).click();
    await proof.getByRole('textbox').fill(recovery[1] ?? '');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await expect(region(page).getByRole('status')).toHaveText('The authenticator app is removed.');
    await logOut(page);
    await fillSignIn(page, email, password);
    await page.waitForURL('**/profile');
  },
);

test(
  'replaces the recovery codes, after which the former ones do not sign in [factors.recovery-codes]',
  {
    tag: '@everywhere',
  },
  async ({ page, expectedComplaints }, info) => {
    expectedComplaints.push(/status of 422/);
    const email = `cora-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    await join(page, 'Cora Codes', email);
    const { recovery: former } = await addApp(page, -1);

    await region(page).getByRole('button', { name: 'New recovery codes' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Replace your recovery codes?' });
    await expectAccessibleInBothThemes(page);
    await confirm.getByRole('button', { name: 'Replace codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const codes = await dialog.getByRole('listitem').allTextContents();
    expect(codes.filter((code) => former.includes(code))).toEqual([]);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(region(page).getByRole('status')).toHaveText('You have new recovery codes.');

    await logOut(page);
    await fillSignIn(page, email, password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    await field.fill(former[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(field).toHaveAccessibleDescription(/wrong or was already used/);
    await field.fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/profile');
    await expect(region(page)).toContainText('Unused recovery codes: 9');
  },
);

test(
  'asks for a code after the sign-in with Google when the account has an app [factors.step]',
  {
    tag: '@phone-long',
  },
  async ({ page, expectedComplaints }, info) => {
    expectedComplaints.push(/status of 422/);
    const person = {
      name: 'Gus Step',
      email: `gus-${info.project.name}-${info.repeatEachIndex}@example.test`,
    };
    await signInWithGoogle(page, person);
    await page.waitForURL('**/profile');
    const { secret } = await addApp(page, -1);

    await logOut(page);
    await signInWithGoogle(page, person);
    await enterCode(page, secret);
    await expect(page.getByRole('main').getByText('Gus Step').first()).toBeVisible();
  },
);

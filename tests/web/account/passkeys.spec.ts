// Passkeys with Chromium's virtual authenticator: adding, signing in by button and by autofill, proofs and removing.
import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, join, password, test } from '../app-test.ts';
import { addApp } from './authenticator-app.ts';
import { agree, openConsent, signInWithGoogle } from './social-window.ts';

// A server of its own, because the test moves the clock. Browsers allow no passkeys on IP addresses.
test.use({
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url.replace('127.0.0.1', 'localhost'));
  },
});

/** A device that stores passkeys and verifies its user by a fingerprint. */
interface Device {
  /** Whether the member answers prompts; if not, they stay open. */
  answers(isAnswering: boolean): Promise<void>;
  /** Whether the fingerprint is right; if not, prompts end as if they were closed. */
  recognizes(isRecognizing: boolean): Promise<void>;
}

async function addDevice(page: Page): Promise<Device> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', {});
  await page.addInitScript(() => {
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = function ask(...args) {
      document.documentElement.dataset.asked = '';
      return Reflect.apply(get, this, args);
    };
  });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    answers: async (enabled) => {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    recognizes: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Waits until the browser offers passkeys in suggestions: a device that answers from before on would choose one itself. */
const suggested = (page: Page) => expect(page.locator('html[data-asked]')).toBeAttached();

const section = (page: Page) => page.locator('[data-part="passkeys"]');
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function addPasskey(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('status')).toHaveText('The passkey is added.');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/signin/);
}

const emailOf = (
  name: string,
  info: { readonly project: { name: string }; readonly repeatEachIndex: number },
) => `${name}-${info.project.name}-${info.repeatEachIndex}@openbell.test`;

test(
  'adds a passkey, signs in by button and by autofill, and removes it by a proof [passkeys.section] [passkeys.button] [passkeys.autofill] [passkeys.ask-proof]',
  { tag: ['@phone', '@everywhere'] },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser: the request for a proof, and the removed passkey.
    expectedComplaints.push(/status of 422/);
    const device = await addDevice(page);
    await join(page, 'Pia Passkey', emailOf('pia', info));
    await addPasskey(page);
    await expect(section(page).getByRole('listitem')).toContainText('Not used yet');
    await expectAccessibleInBothThemes(page);

    // By the button, after a closed prompt.
    await device.answers(false);
    await logOut(page);
    await expect(button(page)).toBeVisible();
    await suggested(page);
    await device.recognizes(false);
    await device.answers(true);
    await button(page).click();
    await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await device.answers(false);
    await device.recognizes(true);
    await page.reload();
    await suggested(page);
    await device.answers(true);
    await button(page).click();
    await page.waitForURL('**/profile');
    await expect(section(page).getByRole('listitem')).toContainText('Last used');

    // By the suggestions of the e-mail field, among which the virtual authenticator chooses by itself.
    await logOut(page);
    await page.waitForURL('**/profile');

    // The server's clock moves on by ten minutes, so that the proof of the sign-in expires.
    await expect(section(page).getByRole('listitem')).toHaveCount(1);
    await page.request.post('/dev/clock', { data: { advance: 10 * 60_000 } });
    await section(page)
      .getByRole('button', { name: /^Remove Passkey, added/ })
      .click();
    const confirm = page.getByRole('alertdialog', { name: 'Remove this passkey?' });
    await expectAccessibleInBothThemes(page);
    await confirm.getByRole('button', { name: 'Remove passkey' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(section(page).getByRole('status')).toHaveText('The passkey is removed.');
    await expect(section(page).getByRole('listitem')).toHaveCount(0);

    // The device still has it, and offers it.
    await device.answers(false);
    await logOut(page);
    await expect(button(page)).toBeVisible();
    await device.answers(true);
    await button(page).click();
    await expect(
      page.getByText(/^This passkey is not known here\. It may have been removed\./),
    ).toBeVisible();
  },
);

test('accepts the password as a proof, and says why no passkey was added [passkeys.ask-proof]', async ({
  page,
  expectedComplaints,
}, info) => {
  expectedComplaints.push(/status of 422/);
  const device = await addDevice(page);
  await join(page, 'Pia Passkey', emailOf('pat', info));
  await device.recognizes(false);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page)).toContainText('No passkey was added.');
  await device.recognizes(true);
  await addPasskey(page);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page)).toContainText('This device already has a passkey for your account.');

  await page.request.post('/dev/clock', { data: { advance: 10 * 60_000 } });
  await section(page)
    .getByRole('button', { name: /^Remove Passkey, added/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await device.recognizes(false);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(proof).toContainText('No passkey was used. Try again, or choose another way.');
  await proof.getByRole('button', { name: 'Confirm another way' }).click();
  await proof.getByRole('textbox', { name: /^Password/ }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(section(page).getByRole('status')).toHaveText('The passkey is removed.');
});

test(
  'deletes an account without a password after a proof by passkey [passkeys.step-up] [factors.step-up]',
  {
    tag: '@phone-long',
  },
  async ({ page, expectedComplaints }, info) => {
    expectedComplaints.push(/status of 422/);
    await addDevice(page);
    const person = {
      name: 'Gwen Key',
      email: `gwen-${info.project.name}-${info.repeatEachIndex}@example.test`,
    };
    await signInWithGoogle(page, person);
    await page.waitForURL('**/profile');
    await addApp(page, -1);
    await addPasskey(page);

    // The proof of the sign-in expires.
    await page.request.post('/dev/clock', { data: { advance: 10 * 60_000 } });
    await page.goto('/profile/edit');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('dialog');
    await agree(await openConsent(page, dialog.getByRole('button', { name: 'Confirm with Google' })), person);
    const passkey = dialog.getByRole('button', { name: 'Use a passkey' });
    await expect(passkey).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await passkey.click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  },
);

test('shows nothing of passkeys where the browser has none [passkeys.optional]', async ({
  page,
  ownServer,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('passkey')) calls.push(request.url());
  });
  // An IP address, where browsers have no passkeys.
  await page.goto(`${ownServer.url}/signin`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(button(page)).toHaveCount(0);
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
});

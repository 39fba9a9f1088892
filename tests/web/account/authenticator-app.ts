// Adds an authenticator app on the profile, and computes its codes.
import type { Locator, Page } from '@playwright/test';
import { codeOf } from '../../server/factors/support.ts';
import { expect, expectAccessibleInBothThemes } from '../app-test.ts';

/** The section 'Sign-in and security' of the profile. */
export const securityRegion = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: 'Sign-in and security' }) });

/**
 * Returns a code of the server's time, which tests advance, with at least ten seconds until the next one. `step` counts from
 * the present one.
 */
export async function codeAt(page: Page, secret: string, step: number): Promise<string> {
  const now = async (): Promise<number> => {
    const response = await page.request.get('/dev/clock', { headers: { accept: 'application/json' } });
    return Date.parse(((await response.json()) as { readonly now: string }).now);
  };
  await expect.poll(async () => (await now()) % 30_000, { timeout: 20_000 }).toBeLessThan(20_000);
  return codeOf(secret, (await now()) + step * 30_000);
}

/** Adds the app and returns its secret and the recovery codes. */
export async function addApp(
  page: Page,
  step: number,
): Promise<{ readonly secret: string; readonly recovery: readonly string[] }> {
  await securityRegion(page).getByRole('button', { name: 'Add app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(dialog.getByRole('img', { name: /QR code/ }).locator('path')).toHaveAttribute('d', /^M/);
  await expectAccessibleInBothThemes(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: /6-digit code/ }).fill('000000');
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/wrong/);
  await dialog.getByRole('textbox').fill(await codeAt(page, secret, step));
  await dialog.getByRole('button', { name: 'Add app' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allTextContents();
  await expectAccessibleInBothThemes(page);
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(codes).toHaveCount(0);
  // With passkeys the section has two statuses.
  await expect(securityRegion(page).getByText('The authenticator app is on.')).toBeVisible();
  await expect(securityRegion(page)).toContainText('Unused recovery codes: 10');
  return { secret, recovery };
}

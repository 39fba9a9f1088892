// The consent window of the sandbox's Google.
import type { Locator, Page } from '@playwright/test';
import { expect, solveCaptcha } from '../app-test.ts';

/** Somebody with an account at the provider. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Presses a provider's button and returns the consent window. */
export async function openConsent(page: Page, button: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button.click();
  const popup = await opened;
  await expect(popup.getByText('Sandbox', { exact: true })).toBeVisible();
  return popup;
}

/** Agrees in the consent window as a person, which closes it. */
export async function agree(popup: Page, { name, email }: Person): Promise<void> {
  await popup.getByRole('textbox', { name: 'Name' }).fill(name);
  await popup.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await popup.keyboard.press('Enter');
}

/** Presses 'Continue with Google' on /signin, and agrees. */
export async function signInWithGoogle(page: Page, person: Person): Promise<void> {
  await page.goto('/signin');
  await solveCaptcha(page);
  await agree(await openConsent(page, page.getByRole('button', { name: 'Continue with Google' })), person);
}

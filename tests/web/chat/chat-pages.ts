// Page helpers for chat tests.
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../app-test.ts';

export const log = (page: Page): Locator => page.getByRole('log');
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const bubble = (page: Page, text: string): Locator =>
  log(page).getByRole('article').filter({ hasText: text });

export async function openGroupChat(page: Page): Promise<void> {
  await page.goto('/chat');
  await expectGroupChat(page);
}

/** Signs a user in and opens their first group chat. */
export async function signInToGroupChat(page: Page, email: string): Promise<void> {
  await signIn(page, email, '/chat');
  await expectGroupChat(page);
}

async function expectGroupChat(page: Page): Promise<void> {
  await page.waitForURL(/\/chat\/\d+/);
  await expect(log(page).getByRole('article').last()).toBeVisible();
}

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

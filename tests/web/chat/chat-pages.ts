// Page helpers for chat tests.
import { expect, type Locator, type Page } from '@playwright/test';

export const log = (page: Page): Locator => page.getByRole('log');
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const bubble = (page: Page, text: string): Locator =>
  log(page).getByRole('article').filter({ hasText: text });

export async function openGroupChat(page: Page): Promise<void> {
  await page.goto('/chat');
  await page.waitForURL(/\/chat\/\d+/);
  await expect(log(page).getByRole('article').last()).toBeVisible();
}

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

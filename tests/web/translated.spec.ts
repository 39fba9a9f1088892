// A browser that translates the page replaces its texts while it is used.
import type { Page } from '@playwright/test';
import { translatePage } from '../support/translate-page.ts';
import { expect, openSession, storeToken, test, users } from './app-test.ts';

const translate = (page: Page) => page.evaluate(`(${translatePage.toString()})(document.body)`);

test('enrolls and chats on pages that the browser translates [look.translated]', async ({ page }) => {
  await test.step('the pricing card follows the term', async () => {
    await page.goto('/#pricing');
    const yearly = page.getByRole('radio', { name: 'Yearly' });
    const monthly = page.getByRole('radio', { name: 'Monthly' });
    // A click before the island is live is repeated when it is.
    await yearly.click();
    await expect(yearly).toBeChecked();
    await translate(page);
    await monthly.click();
    await expect(monthly).toBeChecked();
    await translate(page);
    await yearly.click();
    await expect(yearly).toBeChecked();
    await expect(page.getByRole('button', { name: 'Enroll' })).toBeVisible();
  });

  await test.step('a search leaves the chat', async () => {
    await storeToken(page, await openSession(page.request, users.subscriber));
    await page.goto('/chat');
    await expect(page.getByRole('article').first()).toBeVisible();
    await translate(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const box = page.getByRole('searchbox', { name: 'Search messages' });
    for (const letter of 'the') {
      await box.pressSequentially(letter);
      await translate(page);
    }
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

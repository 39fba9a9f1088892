// The terms and the privacy policy.
import { expect, expectAccessible, test } from '../app-test.ts';

test.describe('the legal pages', () => {
  test('contain every topic, term and number of the terms [site.terms-topics] [site.terms-numbers] [site.us-adults]', async ({
    page,
  }) => {
    await page.goto('/terms');
    const text = page.getByRole('article');
    for (const name of [
      'Trial',
      'Payment and renewal',
      'Cancellation',
      'Refund policy',
      'Code of conduct',
      'Investment disclaimer',
      'Disputes: arbitration in Colorado',
    ])
      await expect(text.getByRole('heading', { name, exact: true })).toBeVisible();
    for (const words of [
      'A trial lasts 3 days',
      'Day 31 to day 60',
      'Of a yearly plan, day 31 to day 60 is the only window',
      'less $100, within 25 days',
      'From day 61 on',
      'The first 3 days',
      '10% of the yearly price',
      '5% of the biannual price',
      'takes effect within 2 days',
      '7 days after that notice',
      '10 business days’ notice',
      'at least 18 years old',
      'arbitration in Colorado, by one arbitrator',
      'residents of the United States',
    ])
      await expect(text).toContainText(words);
    await expectAccessible(page);
  });

  test('scroll to a section from the table of contents [site.privacy-topics]', async ({ page }) => {
    await page.goto('/privacy-policy');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    for (const name of [
      'What we collect',
      'What we use it for',
      'Cookies and storage',
      'Security',
      'Your rights',
      'Third parties and links',
      'Policy updates',
    ])
      await expect(contents.getByRole('link', { name })).toBeVisible();
    await contents.getByRole('link', { name: 'Your rights' }).click();
    await expect(page).toHaveURL(/#rights$/);
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
    await page.getByRole('link', { name: 'contact form' }).click();
    await expect(page).toHaveURL(/\/#contact$/);
  });
});

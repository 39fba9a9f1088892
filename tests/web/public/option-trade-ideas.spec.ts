// The page Option Trade Ideas, and its term on the way through sign-up and sign-in.
import { expect, expectAccessible, fillSignIn, password, solveCaptcha, test } from '../app-test.ts';

test('opens the list of plans when its code arrives in the middle of the press [site.early-choice]', async ({
  page,
}) => {
  let letCodeCome = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    letCodeCome = resolve;
  });
  await page.route('**/assets/Pricing-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/#pricing');
  const select = page.getByRole('combobox', { name: 'Plan' });
  const part = page.locator('[data-island="pricing"]');
  await expect(select).toBeVisible();
  // A browser dispatches these back to back, so the code of a page comes between them by chance only.
  await select.dispatchEvent('pointerdown', { pointerType: 'mouse', button: 0 });
  await expect(part).not.toHaveAttribute('data-live');
  letCodeCome();
  await expect(part).toHaveAttribute('data-live');
  await select.dispatchEvent('mousedown', { button: 0, detail: 1 });
  // The list opens in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await select.dispatchEvent('mouseup', { button: 0, detail: 1 });
  await select.dispatchEvent('click', { button: 0, detail: 1 });
  await expect(page.getByRole('option', { name: 'Trade Ideas' })).toBeVisible();
});

test('offers the wallet on Option Trade Ideas and sends a visitor to sign-in [site.old-page] [site.early-choice]', async ({
  page,
}) => {
  const yearly = page.getByRole('radio', { name: '7-day free trial, then $450/year' });
  let letIn = (): void => {};
  const released = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/config.json', (route) => released.then(() => route.continue()));
  await page.goto('/old');
  await page.getByText('then $450/year').click();
  letIn();
  await expect(yearly).toBeChecked();
  await page.goto('/terms');
  await page.goto('/old');
  await expect(page.getByRole('heading', { name: 'Option Trade Ideas' })).toBeVisible();
  for (const word of ['Entry', 'Stop loss', 'Target']) await expect(page.getByText(word)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: '7-day free trial, then $50/month' })).toBeChecked();
  // A click before hydration is applied after it.
  await yearly.click();
  await expect(yearly).toBeChecked();
  await expect(page.getByRole('link', { name: 'Open the customer portal' })).toBeVisible();
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  await expect(foot.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/signin?redirect=/old%3Fterm%3Dyearly&tag=subscribe');
});

test('links between the account pages keep the query before the scripts run [site.old-term]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  const query = '?redirect=/old%3Fterm%3Dyearly&tag=subscribe';
  const main = page.getByRole('main');
  await page.goto(`/signin${query}`);
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/signup${query}`);
  await expect(main.getByRole('link', { name: /forg/i })).toHaveAttribute('href', `/forget-password${query}`);
  await page.goto(`/signup${query}`);
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', `/signin${query}`);
  await expect(main.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
});

test('keeps the term of Option Trade Ideas through sign-up and sign-in [site.old-term]', async ({
  page,
}, info) => {
  const email = `ideas-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
  const yearly = page.getByRole('radio', { name: '7-day free trial, then $450/year' });
  await page.goto('/old');
  await yearly.click();
  await expect(yearly).toBeChecked();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL('**/signin?**');
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign up' });
  await signUp.click();
  await page.waitForURL('**/signup?**');
  await page.getByRole('textbox', { name: /full name/i }).fill('Ida Ideas');
  await page.getByRole('textbox', { name: /phone/i }).fill('+1 303 555 0181');
  await page.getByRole('textbox', { name: /^e-?mail/i }).fill(email);
  await page.getByRole('textbox', { name: /^password/i }).fill(password);
  await page.getByRole('textbox', { name: /(repeat|confirm) password/i }).fill(password);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/signin?**');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/old**');
  await expect(yearly).toBeChecked();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeInViewport();
  const payment = page.waitForRequest('**/create-payment-intent');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  expect((await payment).postDataJSON()).toMatchObject({ term: 2 });
});

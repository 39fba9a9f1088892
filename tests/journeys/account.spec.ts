// A visitor becomes a subscriber: sign-up, sign-in, payment, profile, theme, two tabs.
import { expect, password, test, users } from './journey-test.ts';
import { css, role, type View } from './view.ts';

const main = css('main');
const profileSections = ['devices', 'security', 'data-export'].reduce(
  (selector, part) => `${selector}:has([data-part="${part}"])`,
  'main',
);

async function solveCaptcha(view: View): Promise<void> {
  await view.click(role('checkbox', /not a robot/i));
  await view.see(css('*', { text: 'Verified' }));
}

async function fillSignIn(view: View, email: string): Promise<void> {
  await view.fill(role('textbox', /^E-?mail/i), email);
  await view.fill({ label: 'Password' }, password);
  await solveCaptcha(view);
  await view.click(role('button', 'Sign in'));
}

test('enrolls a visitor: sign-up, sign-in, card payment, profile', async ({
  visit,
  engine,
  expectedComplaints,
  keepPicture,
}) => {
  // The declined card.
  expectedComplaints.push(/status of 402/);
  const email = `${engine.name}-${Date.now()}@openbell.test`;
  const { view } = await visit();

  await test.step('the landing page leads to sign-up', async () => {
    await view.open('/');
    await view.see(role('heading', /Be ready before the opening bell/));
    await keepPicture(view, 'landing');
    await view.click(role('button', 'Enroll'));
    await view.waitForPath(/^\/signin\?redirect=.*tag=pricing$/);
    // The link keeps the redirect once the page is hydrated.
    await view.click(css('a[href*="redirect"]', { within: main, text: 'Sign up' }));
    await view.waitForPath(/^\/signup/);
  });

  await test.step('sign-up leads to sign-in', async () => {
    await view.fill(role('textbox', /full name/i), 'Nora Field');
    await view.fill(role('textbox', /phone/i), '+1 303 555 0142');
    await view.fill(role('textbox', /^e-?mail/i), email);
    await view.fill({ label: 'Password' }, password);
    await view.fill({ label: 'Repeat password' }, password);
    await solveCaptcha(view);
    await view.click(role('button', 'Sign up'));
    await view.waitForPath(/^\/signin/);
    await fillSignIn(view, email);
    await view.waitForPath(/^\/#pricing$/);
  });

  await test.step('a declined card shows the reason, a valid one is charged', async () => {
    await view.click(role('combobox', 'Plan'));
    await view.click(role('option', 'Trade Ideas'));
    await view.click(role('radio', 'Monthly'));
    await view.click(role('button', 'Enroll', { within: css('#pricing') }));
    const modal = role('dialog', 'Add a Payment Method');
    const pay = async (card: string): Promise<void> => {
      await view.fill(role('textbox', 'Card number', { within: modal }), card);
      await view.fill(role('textbox', 'Expiry', { within: modal }), '12 / 34');
      await view.fill(role('textbox', 'CVC', { within: modal }), '123');
      await view.click(role('button', 'Set up', { within: modal }));
    };
    await pay('4000 0000 0000 0002');
    await view.see(role('alert', undefined, { within: modal, text: 'declined' }));
    await pay('4242 4242 4242 4242');
    await view.waitForPath(/^\/profile/);
    // With all sections: a browser that leaves the page rejects the imports that are still loading.
    await view.see(css(`${profileSections} table td`, { text: 'sub_' }));
    await keepPicture(view, 'profile');
  });

  await test.step('the profile is edited', async () => {
    await view.open('/profile/edit');
    await view.fill(role('textbox', 'Full name'), 'Nora Fielding');
    await view.click(role('button', 'Save'));
    await view.waitForPath(/^\/profile$/);
    await view.see(css('main', { text: 'Fielding' }));
  });
});

test('keeps the theme after a reload, and signs out both tabs', async ({ visitAs, keepPicture }) => {
  const { view, openTab } = await visitAs(users.member, '/dashboard');
  const theme = () => view.tab.evaluate('document.documentElement.dataset.theme');
  await view.see(role('article'));
  await view.click(role('button', 'Dark mode'));
  await expect.poll(theme).toBe('dark');
  await view.tab.reload();
  await view.see(role('article'));
  expect(await theme()).toBe('dark');
  await keepPicture(view, 'dashboard');

  const other = await openTab();
  await other.open('/profile');
  await other.click(role('button', 'Log Out'));
  await other.waitForPath(/^\/signin/);
  await view.waitForPath(/^\/signin/);
  // The theme stays with the device.
  expect(await theme()).toBe('dark');
});

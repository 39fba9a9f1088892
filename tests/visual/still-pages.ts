// Every page of the product: user, path and the element that shows that it is ready.
import type { Locator, Page } from '@playwright/test';

export type Who = 'visitor' | 'member' | 'subscriber';

export interface StillPage {
  /** The name of its screenshots. */
  readonly name: string;
  readonly as: Who;
  /** `{subscription}` is replaced by the subscriber's id. */
  readonly path: string;
  /** An element that is visible once the page is ready. */
  readonly ready: (page: Page) => Locator;
  /** Actions before the screenshot, for example opening a dialog. */
  readonly enter?: (page: Page) => Promise<void>;
  /** Whether something covers the page: a story of the gallery, or a popup. */
  readonly isOverlay?: true;
  /** Whether its controls are also checked with hover and focus on desktop. */
  readonly hasStates?: true;
}

const heading =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('heading', { name }).first();
const words =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(text).first();
/** The profile once its sections, each loaded by a call of its own, are there. */
const profileSections = (page: Page): Locator =>
  ['devices', 'security', 'data-export'].reduce(
    (main, part) => main.filter({ has: page.locator(`[data-part="${part}"]`) }),
    page.locator('main'),
  );
const demoAlert = 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';

const publicPages: readonly StillPage[] = [
  {
    name: 'landing',
    as: 'visitor',
    path: '/',
    // The plan's select is enabled once the programs are loaded.
    ready: (page) => page.getByRole('button', { name: 'Enroll' }).and(page.locator(':enabled')),
    hasStates: true,
  },
  { name: 'old', as: 'visitor', path: '/old', ready: heading('Option Trade Ideas') },
  { name: 'welcome', as: 'visitor', path: '/welcome', ready: words('Sign in to see your subscription') },
  { name: 'signin', as: 'visitor', path: '/signin', ready: words('not a robot') },
  { name: 'signup', as: 'visitor', path: '/signup', ready: words('not a robot') },
  { name: 'forget-password', as: 'visitor', path: '/forget-password', ready: heading('Forget Password') },
  { name: 'privacy-policy', as: 'visitor', path: '/privacy-policy', ready: heading('Policy updates') },
  { name: 'terms', as: 'visitor', path: '/terms', ready: heading('Terms of service') },
  {
    name: 'alert',
    as: 'visitor',
    path: `/alerts?code=${demoAlert}`,
    ready: (page) => page.getByRole('article'),
  },
  { name: 'alert-no-code', as: 'visitor', path: '/alerts', ready: words('No alert code provided') },
  { name: 'not-found', as: 'visitor', path: '/no-such-page', ready: heading('Page Not Found') },
];

const memberPages: readonly StillPage[] = [
  {
    name: 'dashboard',
    as: 'member',
    path: '/dashboard',
    ready: (page) => page.getByRole('article').first(),
    hasStates: true,
  },
  { name: 'courses', as: 'member', path: '/courses', ready: (page) => page.getByRole('article').first() },
  {
    name: 'course',
    as: 'member',
    path: '/course/1',
    ready: (page) => page.locator('.ob-course[data-status="ready"]'),
  },
  { name: 'profile-member', as: 'member', path: '/profile', ready: profileSections },
  {
    name: 'payment-method',
    as: 'member',
    path: '/#pricing',
    ready: (page) => page.getByRole('button', { name: 'Enroll' }).and(page.locator(':enabled')),
    enter: async (page) => {
      await page.getByRole('combobox', { name: 'Plan' }).click();
      await page.getByRole('option', { name: /Mentorship/ }).click();
      await page.getByRole('button', { name: 'Enroll' }).click();
      await page.getByRole('dialog').getByLabel('Card number').waitFor();
      // A click may scroll the page, and retries elsewhere while the plan list closes above it: reset the content below
      // the dialog.
      await page.locator('#pricing').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    },
  },
];

const tab = (name: string, ready: StillPage['ready']): StillPage => ({
  name: `market-data-${name}`,
  as: 'subscriber',
  path: `/market-data?tab=${name}`,
  ready,
});

const subscriberPages: readonly StillPage[] = [
  {
    name: 'profile',
    as: 'subscriber',
    path: '/profile',
    ready: (page) => profileSections(page).filter({ has: page.getByRole('table') }),
  },
  {
    name: 'profile-edit',
    as: 'subscriber',
    path: '/profile/edit',
    ready: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'delete-account',
    as: 'subscriber',
    path: '/profile/edit',
    ready: (page) => page.getByRole('button', { name: 'Delete Account' }),
    enter: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('dialog').waitFor();
      // The scroll position after the click is not under test.
      await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    },
  },
  {
    name: 'site-alerts',
    as: 'subscriber',
    path: '/site-alerts',
    ready: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'chat',
    as: 'subscriber',
    path: '/chat',
    ready: (page) => page.locator('.ob-message').first(),
  },
  {
    name: 'personal-chat',
    as: 'subscriber',
    path: '/personal-chat',
    ready: (page) => page.locator('.ob-message').first(),
  },
  {
    name: 'chat-panel',
    as: 'subscriber',
    path: '/chat',
    ready: (page) => page.locator('.ob-message').first(),
    enter: async (page) => {
      await page
        .getByRole('button', { name: /details|info|panel/i })
        .last()
        .click();
    },
  },
  tab('details', words('Apple')),
  tab('graph', (page) =>
    page
      .getByRole('img', { name: /Candles of AAPL/ })
      .locator('canvas')
      .first(),
  ),
  tab('time-sales', (page) => page.getByRole('grid')),
  tab('trade-flash', (page) => page.locator('.ob-tape')),
  {
    name: 'unsubscribe',
    as: 'subscriber',
    path: '/unsubscribe/{subscription}',
    ready: words('Billing period'),
  },
  {
    name: 'unsubscribe-impact',
    as: 'subscriber',
    path: '/unsubscribe/{subscription}/impact',
    ready: (page) => page.getByRole('button', { name: 'Yes, Continue' }),
  },
  {
    name: 'unsubscribe-confirm',
    as: 'subscriber',
    path: '/unsubscribe/{subscription}/confirm',
    ready: (page) => page.getByRole('button', { name: 'Yes, Unsubscribe' }),
  },
];

/** The routes of the product and everything that opens over them. */
export const productPages: readonly StillPage[] = [...publicPages, ...memberPages, ...subscriberPages];

const opened = (
  name: string,
  as: Who,
  path: string,
  ready: StillPage['ready'],
  enter: (page: Page) => Promise<void>,
): StillPage => ({ name: `opened-${name}`, as, path, ready, enter, isOverlay: true });

const enrollable: StillPage['ready'] = (page) =>
  page.getByRole('button', { name: 'Enroll' }).and(page.locator(':enabled'));
const openMessageActions = async (page: Page): Promise<void> => {
  // The newest message is visible, so nothing scrolls.
  await page.getByRole('button', { name: 'Message actions' }).last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Reply' }).waitFor();
};

/** Popups over the pages: menus, lists, palette and dialogs. */
export const openedPages: readonly StillPage[] = [
  opened('site-panel', 'visitor', '/terms', heading('Terms of service'), async (page) => {
    // On a wide screen the links are in the bar and there is no menu.
    const toggle = page.getByRole('button', { name: 'Menu' });
    if (await toggle.isVisible()) await toggle.click();
  }),
  opened('plans', 'visitor', '/#pricing', enrollable, async (page) => {
    await page.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: /Mentorship/ }).waitFor();
  }),
  opened('profile-menu', 'member', '/profile', words('Please subscribe to a plan'), async (page) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /profile|account|menu/i })
      .click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
  }),
  opened('palette', 'subscriber', '/unsubscribe/{subscription}', words('Billing period'), async (page) => {
    await page.keyboard.press('Control+K');
    await page.getByRole('option').first().waitFor();
  }),
  opened(
    'message-actions',
    'subscriber',
    '/chat',
    (page) => page.locator('.ob-message').first(),
    openMessageActions,
  ),
  opened(
    'report',
    'subscriber',
    '/chat',
    (page) => page.locator('.ob-message').first(),
    async (page) => {
      await openMessageActions(page);
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ),
  opened('tickers', 'subscriber', '/market-data?tab=details', words('Apple'), async (page) => {
    await page.getByRole('combobox').fill('S');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
  }),
];

const floating =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .ob-tooltip, .ob-notice, .ob-popup';

/** The gallery's pages: its parts, and each story that covers the page. */
export async function readGallery(page: Page): Promise<readonly StillPage[]> {
  await page.goto('/dev/gallery');
  const queries = (links: Locator): Promise<string[]> =>
    links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).search));
  const found: StillPage[] = [];
  for (const query of await queries(page.getByRole('navigation', { name: 'Parts' }).getByRole('link'))) {
    const part = new URLSearchParams(query).get('part') ?? '';
    const name = `gallery-${part}`;
    found.push({
      name,
      as: 'visitor',
      path: `/dev/gallery?part=${part}`,
      ready: heading('Gallery'),
      hasStates: true,
    });
    await page.goto(`/dev/gallery?part=${part}`);
    for (const story of await queries(page.locator('.gallery-cell > a'))) {
      const slug = new URLSearchParams(story).get('story') ?? '';
      found.push({
        name: `${name}-${slug}`,
        as: 'visitor',
        path: `/dev/gallery?story=${slug}`,
        isOverlay: true,
        ready: (shown) => shown.locator(floating).first(),
      });
    }
  }
  return found;
}

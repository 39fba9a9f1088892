// Every page by keyboard, in forced colors, with reduced motion and in small windows: the checks of Chromium's tests.
import type { APIRequestContext } from '@playwright/test';
import { cutOff, type Inspected, keyboardFindings, motionFindings, skipFindings } from '../visual/inspect.ts';
import { productPages, type Who } from '../visual/still-pages.ts';
import { expect, test, users } from './journey-test.ts';
import { css, type Query, role, type View } from './view.ts';

test.use({ forcesColors: true });

const words = (text: string): Query => css('*', { text });
const profile = ['devices', 'security', 'data-export'].map((part) => `:has([data-part="${part}"])`).join('');

/** An element of each page that shows that it is ready. Dialogs are opened by Chromium’s tests alone. */
const ready: Readonly<Record<string, Query>> = {
  landing: css('button:enabled', { text: 'Enroll' }),
  old: role('heading', /Option Trade Ideas/),
  welcome: words('Sign in to see your subscription'),
  signin: words('not a robot'),
  signup: words('not a robot'),
  'forget-password': role('heading', /Forget Password/),
  'privacy-policy': role('heading', /Policy updates/i),
  terms: role('heading', /Terms of service/i),
  alert: role('article'),
  'alert-no-code': words('No alert code provided'),
  'not-found': role('heading', /Page Not Found/),
  dashboard: role('article'),
  courses: role('article'),
  course: css('.ob-course[data-status="ready"]'),
  'profile-member': css(`main${profile}`),
  profile: css(`main${profile}:has(table)`),
  'profile-edit': role('button', 'Save'),
  'site-alerts': css('main li'),
  chat: css('.ob-message'),
  'personal-chat': css('.ob-message'),
  'market-data-details': words('Apple'),
  'market-data-graph': css('[role="img"] canvas'),
  'market-data-time-sales': role('grid'),
  'market-data-trade-flash': css('.ob-tape'),
  unsubscribe: words('Billing period'),
  'unsubscribe-impact': role('button', 'Yes, Continue'),
  'unsubscribe-confirm': role('button', 'Yes, Unsubscribe'),
};

const inspected = ({ tab }: View): Inspected => ({
  evaluate: async (run, argument) => (await tab.evaluate(`(${run})(${JSON.stringify(argument)})`)) as never,
  press: (key, times) => tab.press(key, times),
});

async function inspect(view: View): Promise<readonly string[]> {
  const page = inspected(view);
  const found = [
    ...(await motionFindings(page)),
    ...(await skipFindings(page)),
    ...(await keyboardFindings(page)),
  ];
  // As a desktop at 200%, and a narrow phone.
  for (const [width, height] of [
    [720, 450],
    [320, 640],
  ] as const) {
    await view.tab.resize(width, height);
    await expect.poll(() => view.tab.evaluate('innerWidth')).toBe(width);
    found.push(...(await cutOff(page)).map((finding) => `${width} px: ${finding}`));
  }
  return found;
}

/** The subscription of the user who is signed in. */
async function subscriptionOf(view: View, request: APIRequestContext): Promise<string> {
  const token = String(await view.tab.evaluate(`localStorage.getItem('accessToken')`));
  const headers = { authorization: `Bearer ${token}` };
  const { subscriptions } = await (await request.get('/api/web/profile', { headers })).json();
  return String(subscriptions[0].id);
}

for (const who of ['visitor', 'member', 'subscriber'] satisfies Who[])
  test(`${who}: every page is reachable by keyboard, still and not cut off`, async ({
    engine,
    visit,
    visitAs,
    request,
    expectedComplaints,
  }) => {
    // A page that does not exist, and a video that does not.
    expectedComplaints.push(/404|no-film/);
    const { view: first, openTab } = who === 'visitor' ? await visit() : await visitAs(users[who], '/terms');
    const subscription = who === 'subscriber' ? await subscriptionOf(first, request) : '';
    const found: string[] = [];
    for (const { name, path } of productPages.filter((page) => page.as === who && page.enter === undefined))
      await test.step(name, async () => {
        // Once Tab has left a page for Firefox’s own bars, only another tab gets the focus.
        const view = await openTab();
        await view.open(path.replace('{subscription}', subscription));
        const shown = ready[name];
        if (shown === undefined) throw new Error(`Name an element of the page ${name}.`);
        await view.see(shown);
        found.push(...(await inspect(view)).map((finding) => `${name}: ${finding}`));
        await view.tab.close();
      });
    expect(found).toEqual([]);

    const matches = (feature: string) => first.tab.evaluate(`matchMedia('(${feature})').matches`);
    expect(await matches('prefers-reduced-motion: reduce')).toBe(true);
    expect(await matches('forced-colors: active')).toBe(engine.gaps['forced colors'] === undefined);
  });

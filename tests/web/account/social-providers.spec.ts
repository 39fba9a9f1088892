// The real providers' adapters under the real content security policy, without internet access. Their scripts are
// mocked; the server verifies tokens against mock providers that implement their protocols.
import type { BrowserContext, Page } from '@playwright/test';
import {
  APP,
  CLIENT_ID,
  type FacebookUser,
  type FakeGoogle,
  type FakeServer,
  startFacebook,
  startGoogle,
  startRecaptcha,
} from '../../server/accounts/fake-identity-providers.ts';
import { createRestartableServer, type RestartableServer } from '../../support/restartable-server.ts';
import { expect, expectAccessible, test } from '../app-test.ts';

const scripts = {
  google: `{
    let options;
    window.google = { accounts: { id: {
      initialize: (given) => { options = given; },
      renderButton: (host) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Sign in with Google itself';
        button.onclick = async () => options.callback({ credential: await issueToken(options.nonce) });
        host.append(button);
      },
    } } };
  }`,
  facebook: `
    window.FB = {
      init: () => {},
      login: (answer) => answer({ status: 'connected', authResponse: { userID: '9001', accessToken: 'fb-web' } }),
      api: (path, query, answer) => answer({ id: '9001', name: 'Felix', email: 'felix-web@example.test' }),
    };
    window.fbAsyncInit?.();`,
  recaptcha: `{
    const boxes = [];
    window.grecaptcha = {
      ready: (listener) => listener(),
      render: (host, options) => {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.onchange = async () => box.checked && options.callback(await solveChallenge());
        label.append(box, "I'm not a robot");
        const late = document.createElement('button');
        late.type = 'button';
        late.textContent = 'Expire';
        late.onclick = () => { box.checked = false; options['expired-callback'](); };
        host.append(label, late);
        return boxes.push(box) - 1;
      },
      reset: (id) => { boxes[id].checked = false; },
    };
  }`,
};

let google: FakeGoogle;
let facebook: FakeServer;
let recaptcha: FakeServer;
let server: RestartableServer;
const solutions = new Map<string, { readonly at: number; readonly hostname: string }>();
const users = new Map<string, FacebookUser>([
  ['fb-web', { id: '9001', name: 'Felix', email: 'felix-web@example.test' }],
]);

test.beforeAll(async () => {
  [google, facebook, recaptcha] = await Promise.all([
    startGoogle(),
    startFacebook(users),
    startRecaptcha('a-secret', solutions),
  ]);
  server = await createRestartableServer({
    GOOGLE_CLIENT_ID: CLIENT_ID,
    GOOGLE_KEYS_URL: `${google.url}/certs`,
    FACEBOOK_APP_ID: APP.appId,
    FACEBOOK_APP_SECRET: APP.appSecret,
    FACEBOOK_GRAPH_URL: `${facebook.url}/v1`,
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET_KEY: 'a-secret',
    RECAPTCHA_VERIFY_URL: `${recaptcha.url}/siteverify`,
  });
  await server.start();
});
test.afterAll(() => Promise.all([server.close(), google.close(), facebook.close(), recaptcha.close()]));

/** Mocks the providers' scripts. Returns the URLs requested. */
async function mockProviders(context: BrowserContext): Promise<string[]> {
  const requested: string[] = [];
  const play = async (pattern: string, body: string) => {
    await context.route(pattern, (route) => {
      requested.push(new URL(route.request().url()).hostname);
      return route.fulfill({ contentType: 'text/javascript', body });
    });
  };
  await play('https://accounts.google.com/gsi/client', scripts.google);
  await play('https://connect.facebook.net/**', scripts.facebook);
  await play('https://www.google.com/recaptcha/**', scripts.recaptcha);
  await context.route('https://*.fbsbx.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await context.exposeFunction('issueToken', (nonce: string) =>
    google.token(Date.now(), { nonce, sub: 'g-web', email: 'gina-web@example.test', picture: undefined }),
  );
  await context.exposeFunction('solveChallenge', () => {
    const token = `web-${solutions.size}-${crypto.randomUUID()}`;
    solutions.set(token, { at: Date.now(), hostname: '127.0.0.1' });
    return token;
  });
  return requested;
}
const solve = (page: Page) => page.getByRole('checkbox', { name: /not a robot/ }).check();

test("signs in with Google's own button once the captcha is solved [social.google-button]", async ({
  page,
  context,
}) => {
  const requested = await mockProviders(context);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested).toEqual([]);
  await page.goto(`${server.url}/signin?redirect=/dashboard`);
  const ours = page.getByRole('button', { name: 'Continue with Google' });
  await ours.click();
  await expect(page.getByRole('alert').getByText('Please verify reCAPTCHA.')).toBeVisible();
  expect(requested).toEqual(['www.google.com']);
  await solve(page);
  const theirs = page.getByRole('button', { name: 'Sign in with Google itself' });
  await expect(theirs).toBeVisible();
  await expect(ours).toHaveCount(0);
  await expect(page.getByText('Sandbox')).toHaveCount(0);
  await expectAccessible(page);
  await theirs.click();
  await page.waitForURL('**/dashboard');
});

test("signs in with Facebook's window, and reports an expired reCAPTCHA [captcha.expired-shown]", async ({
  page,
  context,
}) => {
  await mockProviders(context);
  await page.goto(`${server.url}/signin`);
  await solve(page);
  await page.getByRole('button', { name: 'Expire' }).click();
  await expect(page.getByRole('alert').getByText('Verification expired. Try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(page.getByRole('alert').getByText('Please verify reCAPTCHA.')).toBeVisible();
  await solve(page);
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('main').getByText('felix-web@example.test')).toBeVisible();
});

test('shows an error when scripts fail to load, and loads them on retry [social.script-retry]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load resource/);
  await context.route(/^https:/, (route) => route.abort());
  await page.goto(`${server.url}/signin`);
  await expect(page.getByText('The verification could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(page.getByRole('alert').getByText('Please verify reCAPTCHA.')).toBeVisible();
  await context.unroute(/^https:/);
  await mockProviders(context);
  await context.route('https://connect.facebook.net/**', (route) => route.abort(), { times: 2 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await solve(page);
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(page.getByText('Facebook could not be reached. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.waitForURL('**/profile');
});

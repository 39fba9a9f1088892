// The sign-in example of docs/guides on a third-party site.
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createCaptchaChallenge } from '../../examples/server/src/captcha/altcha.ts';
import { type PlainBackend, startPlainBackend } from '../support/plain-backend.ts';
import { expect, test } from './app-test.ts';
import { buildEmbedSite, type EmbedSite } from './embed-site.ts';

let backend: PlainBackend;
let site: EmbedSite;
let url: string;

test.beforeAll(async () => {
  backend = await startPlainBackend();
  site = await buildEmbedSite('vanilla/sign-in.html');
  url = await site.serve({ '/api': backend.url });
});
test.afterAll(async () => {
  await site?.close();
  await backend?.close();
});

test('signs in with plain JavaScript and solves the captcha when required', { tag: '@smoke' }, async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 422/);
  const now = Date.now();
  const keys = { challenge: 'one key', solution: 'another key' };
  const captchas: unknown[] = [];
  await page.route('**/api/captcha/challenge', async (route) =>
    route.fulfill({ json: await createCaptchaChallenge(keys, now) }),
  );
  await page.route('**/api/web/login', async (route) => {
    const { captcha } = route.request().postDataJSON();
    captchas.push(captcha);
    if (captcha !== undefined) return route.fallback();
    const message = 'Please verify reCAPTCHA.';
    return route.fulfill({ status: 422, json: { message, errors: { captcha: [message] } } });
  });
  await page.goto(`${url}/vanilla/sign-in.html`);
  await page.getByLabel('E-mail').fill('mentor@plain.test');
  await page.getByLabel('Password').fill('Opening-bell-9');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('output')).toHaveText('Signed in');
  const [without, solved, ...more] = captchas;
  expect([without, more]).toEqual([undefined, []]);
  const { challenge, solution } = JSON.parse(atob(String(solved)));
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: keys.challenge,
    hmacKeySignatureSecret: keys.solution,
  });
  expect(verified).toBe(true);
});

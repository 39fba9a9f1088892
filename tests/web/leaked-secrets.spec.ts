// Tests the check for leaked secrets that every browser test uses (app-test.ts).
import { expect, test } from './app-test.ts';
import { secretsIn, watchForSecrets } from './leaked-secrets.ts';

test('finds tokens, codes and email addresses in URLs in any encoding', () => {
  const secrets = new Map([
    ['a-token-of-twenty-and-more', 'the access token'],
    ['123456', 'otp'],
  ]);
  const leaks = (address: string) => secretsIn(`http://127.0.0.1:4000${address}`, secrets).length;
  for (const address of [
    '/api/web/profile?access=a-token-of-twenty-and-more',
    '/api/x/bearer.a-token-of-twenty-and-more',
    '/api/web/verify-otp/123456',
    '/signin?code=123456',
    '/forget-password?to=ann%40example.com',
    '/people/ann@example.com',
    '/signin#ann%40example.com',
  ])
    expect(leaks(address), address).toBe(1);
  for (const address of [
    '/',
    '/chat/1123456',
    '/assets/app-123456.js',
    '/@vite/client',
    '/dev/mail?to=a@b.com',
  ])
    expect(leaks(address), address).toBe(0);
  expect(secretsIn('ws://127.0.0.1/api/ws?token=a-token-of-twenty-and-more', secrets)).toHaveLength(1);
});

test('finds secrets that a page has sent in every URL that it requests', async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  const leaks = watchForSecrets(context);
  const page = await context.newPage();
  await page.goto(`${baseURL}/terms`);
  await page.evaluate(async () => {
    const body = JSON.stringify({ email: 'ann@example.com', otp: '000000' });
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer a-token-of-twenty-and-more',
    };
    await fetch('/api/web/verify-otp', { method: 'POST', headers, body });
    await fetch('/api/nothing?x=a-token-of-twenty-and-more');
    await fetch('/api/nothing/000000');
  });
  await context.close();
  expect([...leaks()].sort()).toEqual([
    `${baseURL}/api/nothing tells the access token`,
    `${baseURL}/api/nothing/000000 tells otp`,
  ]);
});

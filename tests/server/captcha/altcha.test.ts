import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { contactMessages } from '../../../examples/server/src/db/schema/accounts.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { SNAPSHOT_AT } from '../../support/snapshot-at.ts';
import { sharedServer } from '../../support/test-server.ts';
import { codeOf, fieldsOf, memberOf } from '../factors/support.ts';

// The library checks the expiry with the system's clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: SNAPSHOT_AT }));
afterAll(() => void vi.useRealTimers());
const server = sharedServer({ config: { captcha: 'altcha' } });

async function getChallenge(): Promise<Challenge> {
  const response = await fetch(`${server.url}/api/captcha/challenge`);
  return (await response.json()) as Challenge;
}
async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const signIn = (captcha?: unknown) =>
  server.call('POST', '/api/web/login', {
    body: { ...signInBody('mentor@openbell.test'), captcha },
  });

function expectRefused(response: Awaited<ReturnType<typeof signIn>>) {
  expect(response.status).toBe(422);
  expect(response.body.errors).toEqual({ captcha: ['Please verify reCAPTCHA.'] });
}

test('returns 422 with errors.captcha when a sign-in has no solved challenge', async () => {
  expectRefused(await signIn());
  expect((await signIn(await solve(await getChallenge()))).status).toBe(200);
});

test('accepts each solution once across all calls', async () => {
  const captcha = await solve(await getChallenge());
  expect((await signIn(captcha)).status).toBe(200);
  expectRefused(await signIn(captcha));
  expectRefused(await server.call('POST', '/api/web/register', { body: registration({ captcha }) }));
});

test('stores a contact message only with a solved challenge, and drops honeypot posts silently [contact.captcha-verified]', async () => {
  const { db } = server.context;
  const ask = (extra: object = {}) =>
    server.call('POST', '/api/web/submit-contact-form', {
      body: { name: 'Ada', email: 'ada@example.com', message: 'When do you open?', ...extra },
    });
  expectRefused(await ask());
  expectRefused(await ask({ captcha: 'x' }));
  expect((await ask({ website: 'https://spam.test' })).status).toBe(200);
  expect(await db.select().from(contactMessages)).toHaveLength(0);
  const captcha = await solve(await getChallenge());
  expect((await ask({ captcha })).status).toBe(200);
  expectRefused(await ask({ captcha }));
  expect(await db.select().from(contactMessages)).toHaveLength(1);
});

test('accepts one of many requests that use the same solution at once', async () => {
  const captcha = await solve(await getChallenge());
  const responses = await Promise.all(Array.from({ length: 8 }, () => signIn(captcha)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('rejects an expired challenge', async () => {
  const captcha = await solve(await getChallenge());
  server.clock.advance(10 * 60_000 + 1_000);
  expectRefused(await signIn(captcha));
});

test('rejects a solution that is unsolved, altered or not signed by this server', async () => {
  const challenge = await getChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  const forged = [
    'x',
    encode(null),
    encode([]),
    encode({ challenge, solution: null }),
    encode({ challenge, solution: { counter: 1, derivedKey: '00' } }),
    encode({ challenge: { parameters: challenge.parameters }, solution }),
    encode({ challenge: { ...challenge, signature: 'a'.repeat(64) }, solution }),
    encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }),
    encode({
      challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } },
      solution,
    }),
    encode({
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } },
      solution,
    }),
  ];
  for (const captcha of forged) expectRefused(await signIn(captcha));
  expect((await signIn(encode({ challenge, solution }))).status).toBe(200);
});

test('needs no new challenge when a social sign-in continues with an address, unless none was requested [social.one-challenge]', async () => {
  const consent = await server.call('POST', '/dev/social/facebook', {
    // The sandbox user without an email address.
    body: new URLSearchParams({ origin: server.url, state: 'state-1', person: '2' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { credential } = JSON.parse(/id="result">(.*?)<\/script>/.exec(consent.text)?.[1] ?? '{}').message;
  const login = (more: object) =>
    server.call('POST', '/api/web/login', { body: { type: 'facebook', credential, ...more } });
  const address = 'faith@example.test';
  // A mail without a challenge is not sent.
  expectRefused(await login({ address }));
  const mails = async () => (await server.call('GET', `/dev/mail.json?to=${address}`)).text;
  expect(await mails()).not.toMatch(/\d{6}/);

  const refused = await login({ captcha: await solve(await getChallenge()) });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['address']);
  expect(Object.keys((await login({ address })).body.errors ?? {})).toEqual(['otp']);
  const otp = /\b\d{6}\b/.exec(await mails())?.[0];
  // After 15 minutes a new challenge is required.
  server.clock.advance(15 * 60_000 + 1);
  expectRefused(await login({ address, otp }));
});

test('the code of a sign-in needs no second captcha, and no other sign-in goes without [factors.captcha]', async () => {
  const fay = memberOf(server, 'member@openbell.test');
  const login = (extra: object) => fay.login({ password: demoPassword, ...extra });
  const captcha = async () => solve(await getChallenge());
  const first = await login({ captcha: await captcha() });
  expect(first.status, first.text).toBe(200);
  const token = String(first.body.access);
  const begun = await server.call('POST', '/api/web/new-authenticator', { token });
  const code = (steps: number) => codeOf(String(begun.body.secret), server.clock.now() + steps * 30_000);
  const body = { code: code(-1) };
  expect((await server.call('POST', '/api/web/confirm-authenticator', { token, body })).status).toBe(200);
  expect(fieldsOf(await login({ code: code(0) }))).toEqual([422, 'captcha']);
  expect(fieldsOf(await login({ captcha: await captcha() }))).toEqual([422, 'code']);
  expect((await login({ code: code(0) })).status).toBe(200);
  // The sign-in no longer waits.
  expect(fieldsOf(await login({ code: code(1) }))).toEqual([422, 'captcha']);
});

import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactMessages } from '../../../examples/server/src/db/schema/accounts.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // altcha checks the expiry with the system's clock.
  server = await startTestServer({ config: { captcha: 'altcha' }, startsAt: Date.now() });
});
afterAll(() => server.close());

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
    body: {
      type: 'manual',
      username: 'mentor@openbell.test',
      password: 'Opening-bell-9',
      remember: true,
      captcha,
    },
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
  const register = await server.call('POST', '/api/web/register', {
    body: {
      first_name: 'Ada',
      phone: '+13035550142',
      email: 'ada@example.com',
      password: 'a long password',
      password_confirmation: 'a long password',
      agree: true,
      captcha,
    },
  });
  expectRefused(register);
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

import { beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '../../../../examples/server/src/db/schema/accounts.ts';
import { registration, signInBody } from '../../../support/account-bodies.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { type FakeServer, json, startRecaptcha } from '../../accounts/fake-identity-providers.ts';

const tokens = new Map<string, { readonly at: number; readonly hostname: string }>();
let count = 0;

const recaptcha = sharedByTests(() => startRecaptcha('a-secret', tokens));
const server = sharedByTests(() =>
  startTestServer({
    config: {
      captcha: 'altcha',
      rateLimits: true,
      recaptcha: { siteKey: 'site-key', secretKey: 'a-secret', verifyUrl: `${recaptcha.url}/siteverify` },
    },
  }),
);
beforeEach(async () => {
  recaptcha.fail(null);
  await server.context.db.delete(rateLimits);
});

/** A solved challenge as reCAPTCHA stores it. */
function solved(parts: { readonly age?: number; readonly hostname?: string } = {}): string {
  count += 1;
  const token = `token-${count}`;
  tokens.set(token, {
    at: server.clock.now() - (parts.age ?? 0),
    hostname: parts.hostname ?? new URL(server.url).hostname,
  });
  return token;
}
const signIn = (captcha?: string) =>
  server.call('POST', '/api/web/login', {
    body: { ...signInBody('mentor@openbell.test'), ...(captcha === undefined ? {} : { captcha }) },
  });
const register = (captcha: string) =>
  server.call('POST', '/api/web/register', {
    body: registration({ email: `ada-${count}@example.test`, captcha }),
  });
const ask = (captcha: string) =>
  server.call('POST', '/api/web/submit-contact-form', {
    body: { name: 'Ada', email: 'ada@example.test', message: 'When do you open?', captcha },
  });
function expectRefused(response: Awaited<ReturnType<typeof signIn>>) {
  expect(response.status).toBe(422);
  expect(response.body.errors).toEqual({ captcha: ['Please verify reCAPTCHA.'] });
}

describe('reCAPTCHA, verified by the server', () => {
  test('accepts a sign-in and a sign-up with a solved challenge [captcha.verified]', async () => {
    expect((await signIn(solved())).status).toBe(200);
    expect((await register(solved())).status).toBe(201);
  });

  test('accepts a contact message with a solved challenge, once [contact.captcha-verified]', async () => {
    const captcha = solved();
    expect((await ask(captcha)).status).toBe(200);
    expectRefused(await ask(captcha));
  });

  test('returns errors.captcha for a token that is missing, unknown, expired or of another site', async () => {
    expectRefused(await signIn());
    expectRefused(await signIn('unknown'));
    expectRefused(await signIn(solved({ hostname: 'evil.test' })));
    expectRefused(await signIn(solved({ age: 5 * 60_000 + 1_000 })));
    expectRefused(await signIn(solved({ age: -5 * 60_000 })));
  });

  test('requires a token for a social sign-in [captcha.required]', async () => {
    const response = await server.call('POST', '/api/web/login', {
      body: { type: 'google', credential: 'x', nonce: 'y' },
    });
    expectRefused(response);
  });

  test('accepts each token once, also when it is sent many times at once [captcha.once]', async () => {
    const captcha = solved();
    const known = tokens.get(captcha);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => {
        // As if reCAPTCHA had accepted the token twice.
        if (known !== undefined) tokens.set(captcha, known);
        return signIn(captcha);
      }),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    if (known !== undefined) tokens.set(captcha, known);
    expectRefused(await signIn(captcha));
  });

  test('disables the challenge of the self-hosted captcha', async () => {
    expect((await server.call('GET', '/api/captcha/challenge')).status).toBe(404);
    expect((await server.call('GET', '/config.json')).body.captcha).toEqual({
      provider: 'recaptcha',
      siteKey: 'site-key',
    });
  });

  test('allows the hosts of reCAPTCHA in the content security policy', async () => {
    const csp = (await server.call('GET', '/dev/mail')).headers.get('content-security-policy') ?? '';
    expect(csp).toContain('https://www.google.com/recaptcha/');
  });
});

describe('while reCAPTCHA is unavailable', () => {
  test.each<[string, Parameters<FakeServer['fail']>[0]]>([
    ['500', (_request, _url, response) => void response.writeHead(500).end('oops')],
    ['a page', (_request, _url, response) => void response.end('<!doctype html>')],
    ['nothing', (request) => void request.socket.destroy()],
    [
      'that our own key is wrong',
      (_request, _url, response) =>
        json(response, 200, { success: false, 'error-codes': ['invalid-input-secret'] }),
    ],
  ])(
    'returns 503 to sign-ups and contact messages when reCAPTCHA returns %s [captcha.outage-sign-up] [contact.captcha-verified]',
    async (_what, how) => {
      recaptcha.fail(how);
      const response = await register(`outage-${_what}`);
      expect(response.status).toBe(503);
      expect(response.body.message).toMatch(/captcha could not be checked/);
      expect((await ask(`question-${_what}`)).status).toBe(503);
    },
  );

  test('allows five sign-ins per address, and still accepts each token once [captcha.outage-sign-in]', async () => {
    recaptcha.fail((request) => void request.socket.destroy());
    expectRefused(await signIn());
    expect((await signIn('outage-once')).status).toBe(200);
    expectRefused(await signIn('outage-once'));
    for (const name of ['a', 'b', 'c']) expect((await signIn(`outage-${name}`)).status).toBe(200);
    const beyond = await signIn('outage-d');
    expect(beyond.status).toBe(429);
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

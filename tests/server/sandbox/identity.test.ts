import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedServer, startTestServer, type TestServer } from '../../support/test-server.ts';

const server = sharedServer();

type Provider = 'google' | 'facebook';
const NONCE = 'what-this-browser-keeps';
const query = (at: TestServer, more: Record<string, string> = {}) =>
  new URLSearchParams({
    origin: at.url,
    state: 'state-1',
    nonce: createHash('sha256').update(NONCE).digest('base64url'),
    ...more,
  });
const open = (provider: Provider, more?: Record<string, string>, headers = {}, at = server) =>
  at.call('GET', `/dev/social/${provider}?${query(at, more)}`, { headers });
const choose = (provider: Provider, fields: Record<string, string>, at = server) =>
  at.call('POST', `/dev/social/${provider}`, {
    body: query(at, fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** The message of the page to its opener. */
function messageOf(page: string) {
  const json = /<script type="application\/json" id="result">(.*?)<\/script>/.exec(page)?.[1] ?? 'null';
  return JSON.parse(json) as {
    readonly origin: string;
    readonly message: {
      readonly state: string;
      readonly credential: string;
      readonly profile: { readonly id: string; readonly email: string; readonly name: string };
    };
  };
}
const login = (type: Provider, credential: string, nonce = NONCE, at = server) =>
  at.call('POST', '/api/web/login', { body: { type, credential, nonce } });

describe('the consent page', () => {
  test('has labels, needs no other files and can be framed by the site only [social.sandbox-page]', async () => {
    const page = await open('google');
    expect(page.status).toBe(200);
    expect(page.text).toContain('>Sandbox</strong>');
    expect(page.text).toContain('<h1>Continue with Google</h1>');
    const csp = page.headers.get('content-security-policy') ?? '';
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toMatch(/https?:|unsafe/);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  test('rejects other origins and requests without a state', async () => {
    for (const origin of ['https://evil.test', 'null', '', `${server.url}.evil.test`, 'javascript:1']) {
      expect((await open('google', { origin })).status, origin).toBe(422);
      expect((await choose('google', { origin, person: '0' })).status, origin).toBe(422);
    }
    expect((await open('google', { state: '' })).status).toBe(422);
    expect((await open('google', { state: '<script>' })).status).toBe(422);
  });

  test.each([
    ['google', 'Gina Park', 'gina.park@example.test'],
    ['facebook', 'Fiona Reyes', 'fiona.reyes@example.test'],
  ] as const)(
    'returns a token of %s that passes the real verification when an account is chosen',
    async (type, name, email) => {
      const response = await choose(type, { person: '0' });
      const { origin, message } = messageOf(response.text);
      expect(origin).toBe(server.url);
      expect(message).toMatchObject({ state: 'state-1', profile: { name, email } });
      const signedIn = await login(type, message.credential);
      expect(signedIn.status).toBe(200);
      expect(signedIn.body.user).toMatchObject({ email, first_name: name });
      const again = messageOf((await choose(type, { person: '0' })).text);
      expect((await login(type, again.message.credential)).body.user?.id).toBe(signedIn.body.user?.id);
    },
  );

  test('binds its Google token to the browser, and lets it expire', async () => {
    const { credential } = messageOf((await choose('google', { person: '1' })).text).message;
    expect((await login('google', credential, 'another-browser-altogether')).status).toBe(422);
    expect((await login('facebook', credential)).status).toBe(422);
    server.clock.advance(11 * 60_000);
    expect((await login('google', credential)).status).toBe(422);
  });

  test('returns no token when the user cancels', async () => {
    expect(messageOf((await choose('facebook', { cancel: '1' })).text).message.credential).toBeNull();
  });

  test('returns the same user again for custom details, and escapes what was typed', async () => {
    const name = '</script><script>alert(1)</script>';
    const response = await choose('google', { name, email: 'own@example.test' });
    expect(response.text).not.toContain('<script>alert');
    const { profile } = messageOf(response.text).message;
    expect(profile.name).toBe(name);
    const again = messageOf(
      (await choose('google', { name: 'Own', email: 'OWN@example.test' })).text,
    ).message;
    expect(again.profile.id).toBe(profile.id);
    const other = messageOf(
      (await choose('facebook', { name: 'Own', email: 'own@example.test' })).text,
    ).message;
    expect(other.profile.id).not.toBe(profile.id);
  });

  test.each([
    [{ name: '', email: 'own@example.test' }, 'enter a name'],
    [{ name: 'Own', email: 'own' }, 'valid e-mail'],
  ])('shows an input error on the page: %j', async (fields, words) => {
    const response = await choose('google', fields);
    expect(response.status).toBe(422);
    expect(response.text).toMatch(new RegExp(`role="alert">[^<]*${words}`));
  });
});

describe('availability of the consent page', () => {
  test('is listed in config.json', async () => {
    const { body } = await server.call('GET', '/config.json');
    expect(body.socialSandbox).toBe(true);
    expect(body.googleClientId).toBeUndefined();
  });

  test('is missing when real providers are configured, whose hosts the policy then allows [social.csp]', async () => {
    const real = await startTestServer({
      config: {
        google: { clientId: 'client-1', keysUrl: 'http://127.0.0.1:9/certs' },
        facebook: { appId: '42', appSecret: 'secret', graphUrl: 'http://127.0.0.1:9' },
      },
    });
    expect((await open('google', {}, {}, real)).status).toBe(404);
    expect((await open('facebook', {}, {}, real)).status).toBe(404);
    const { body } = await real.call('GET', '/config.json');
    expect(body).toMatchObject({ googleClientId: 'client-1', facebookAppId: '42' });
    const csp = (await real.call('GET', '/dev/mail')).headers.get('content-security-policy') ?? '';
    expect(csp).toContain('https://accounts.google.com/gsi/client');
    expect(csp).toContain('https://connect.facebook.net');
    expect(csp).not.toContain('recaptcha');
    // The provider is unreachable, which does not reject the user's credential.
    const { credential } = messageOf((await choose('google', { person: '0' })).text).message;
    expect((await login('google', credential, NONCE, real)).status).toBe(503);
    await real.close();
  });
});

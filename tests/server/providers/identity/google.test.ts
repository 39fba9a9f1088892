// Which ID tokens of Google are accepted.
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, UnsecuredJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import {
  createGoogleIdentity,
  googleKeys,
} from '../../../../examples/server/src/providers/identity/google.ts';
import {
  type IdentityProvider,
  InvalidCredential,
} from '../../../../examples/server/src/providers/identity/identity.types.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { CLIENT_ID, NONCE, startGoogle } from '../../accounts/fake-identity-providers.ts';

const now = Date.UTC(2026, 0, 5, 15);
const google = sharedByTests(startGoogle);
let identity: IdentityProvider;
beforeAll(() => {
  const keys = googleKeys(`${google.url}/certs`);
  identity = createGoogleIdentity({ clientId: CLIENT_ID, keys, now: () => now });
});
const token = (claims?: Record<string, unknown>, parts?: Parameters<typeof google.token>[2]) =>
  google.token(now, claims, parts);

test('returns the identity in a token, and fetches the keys once for all tokens', async () => {
  for (const claims of [{}, { iss: 'accounts.google.com' }])
    expect(await identity.verify({ token: await token(claims), nonce: NONCE })).toEqual({
      provider: 'google',
      subject: '110169484474386276334',
      email: 'gina@example.test',
      emailVerified: true,
      name: 'Gina Park',
      photo: 'https://lh3.googleusercontent.com/a/gina',
    });
  expect(google.requestCounts.get('/certs')).toBe(1);
});

test.each([
  ['pat@gmail.com', undefined, true],
  ['Pat@GMail.com', undefined, true],
  ['pat@googlemail.com', undefined, true],
  ['pat@company.example', 'company.example', true],
  ['pat@company.example', undefined, false],
  ['pat@company.example', '', false],
  ['pat@notgmail.com', undefined, false],
  ['pat@gmail.com.example', undefined, false],
])(
  'reports whether Google runs the mailbox of %s with the hd %s: %s [social.unverified-address]',
  async (email, hd, confirmed) => {
    const verified = await identity.verify({ token: await token({ email, hd }), nonce: NONCE });
    expect(verified).toMatchObject({ email: expect.stringMatching(/^pat@/i), emailVerified: confirmed });
  },
);

const claim = 'ERR_JWT_CLAIM_VALIDATION_FAILED';
const signature = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
const algorithm = 'ERR_JOSE_ALG_NOT_ALLOWED';
const unverified = 'the address is not verified';
const forged: readonly [what: string, reason: string, make: () => Promise<string>][] = [
  ['another audience', claim, () => token({ aud: 'another.apps.googleusercontent.com' })],
  ['another issuer', claim, () => token({ iss: 'https://accounts.google.com.evil.test' })],
  ['another key', signature, async () => token({}, { key: (await generateKeyPair('RS256')).privateKey })],
  ['expired', 'ERR_JWT_EXPIRED', () => token({}, { age: 300, life: 60 })],
  ['an unverified address', unverified, () => token({ email_verified: false })],
  ['an address said to be verified in words', unverified, () => token({ email_verified: 'true' })],
  ['the nonce of another browser', 'wrong nonce', () => token({ nonce: 'another' })],
  ['no nonce', 'wrong nonce', () => token({ nonce: undefined })],
  ['issued eleven minutes ago', 'ERR_JWT_EXPIRED', () => token({}, { age: 660 })],
  ['issued in the future', claim, () => token({}, { age: -120 })],
  ['no subject', claim, () => token({ sub: undefined })],
  [
    'alg none',
    algorithm,
    async () => {
      const claims = { sub: '1', email: 'mentor@openbell.test', email_verified: true, nonce: 'x' };
      return new UnsecuredJWT(claims)
        .setIssuer('https://accounts.google.com')
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('1h')
        .encode();
    },
  ],
  [
    'HS256 with the public key as the secret',
    algorithm,
    async () =>
      token({}, { alg: 'HS256', key: new TextEncoder().encode(await exportSPKI(google.publicKey)) }),
  ],
  [
    "another algorithm, with Google's own key",
    algorithm,
    async () => {
      const key = await importPKCS8(await exportPKCS8(google.privateKey), 'PS256');
      return token({}, { alg: 'PS256', key });
    },
  ],
  ['no token at all', 'ERR_JWS_INVALID', async () => 'not-a-token'],
  ['a cut token', signature, async () => (await token()).slice(0, -10)],
];
test.each(forged)('rejects a forged token: %s (%s) [social.forged]', async (_what, reason, make) => {
  const verified = identity.verify({ token: await make(), nonce: NONCE });
  await expect(verified).rejects.toThrow(new InvalidCredential(reason));
});

test.each([undefined, 'a-nonce-of-my-browser'])(
  'rejects a token from another browser, with the nonce %s [social.forged]',
  async (nonce) => {
    const verified = identity.verify({ token: await token(), nonce });
    await expect(verified).rejects.toThrow(new InvalidCredential('wrong nonce'));
  },
);

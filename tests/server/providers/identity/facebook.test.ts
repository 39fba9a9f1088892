// Which access tokens of Facebook are accepted, and failures of Facebook.
import { beforeAll, expect, test } from 'vitest';
import { createFacebookIdentity } from '../../../../examples/server/src/providers/identity/facebook.ts';
import {
  type IdentityProvider,
  IdentityUnavailable,
  InvalidCredential,
} from '../../../../examples/server/src/providers/identity/identity.types.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import {
  APP,
  type FacebookUser,
  type FakeServer,
  json,
  startFacebook,
} from '../../accounts/fake-identity-providers.ts';

const fiona = { id: '1001', name: 'Fiona Reyes', email: 'fiona@example.test' };
const people = new Map<string, FacebookUser>([
  ['of-fiona', fiona],
  ['of-another-app', { ...fiona, appId: '999' }],
]);
const facebook = sharedByTests(() => startFacebook(people));
let identity: IdentityProvider;
beforeAll(() => {
  identity = createFacebookIdentity({ ...APP, graphUrl: `${facebook.url}/v1` });
});
const verify = (token: string) => identity.verify({ token, nonce: undefined });

test('returns the identity from Facebook, with an address that is not verified [social.facebook]', async () => {
  expect(await verify('of-fiona')).toEqual({
    provider: 'facebook',
    subject: fiona.id,
    email: fiona.email,
    emailVerified: false,
    name: fiona.name,
    photo: 'https://platform-lookaside.fbsbx.com/p',
  });
});

test.each([
  ['of-another-app', 'the token was issued to another app'],
  ['of-nobody', 'the token is invalid'],
])('rejects the token %s: %s [social.facebook]', async (token, reason) => {
  await expect(verify(token)).rejects.toThrow(new InvalidCredential(reason));
});

test.each<[string, Parameters<FakeServer['fail']>[0]]>([
  ['answers 500', (_request, _url, response) => json(response, 500, { error: { code: 2 } })],
  ['answers with a page', (_request, _url, response) => void response.end('<!doctype html>')],
  ['says too many calls', (_request, _url, response) => json(response, 400, { error: { code: 4 } })],
  ['answers without the requested fields', (_request, _url, response) => json(response, 200, {})],
  ['hangs up', (request) => void request.socket.destroy()],
  [
    'sends us elsewhere',
    (_request, url, response) => {
      if (url.pathname === '/v1/elsewhere') return json(response, 200, { data: { is_valid: false } });
      response.writeHead(302, { location: '/v1/elsewhere' }).end();
    },
  ],
])('reports Facebook as unavailable when it %s [social.provider-down]', async (_what, how) => {
  facebook.fail(how);
  const failure = verify('of-fiona').finally(() => facebook.fail(null));
  await expect(failure).rejects.toBeInstanceOf(IdentityUnavailable);
});

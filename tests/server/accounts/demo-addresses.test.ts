// In production, no new account has an address of the demo accounts.
import { expect, test } from 'vitest';
import { registration } from '../../support/account-bodies.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
import {
  APP,
  CLIENT_ID,
  type FacebookUser,
  NONCE,
  startFacebook,
  startGoogle,
} from './fake-identity-providers.ts';

const people = new Map<string, FacebookUser>();
const google = sharedByTests(startGoogle);
const facebook = sharedByTests(() => startFacebook(people));
const server = sharedByTests(() =>
  startTestServer({
    production: true,
    config: {
      google: { clientId: CLIENT_ID, keysUrl: `${google.url}/certs` },
      facebook: { ...APP, graphUrl: `${facebook.url}/v1` },
    },
  }),
);

test.each([
  ['Vera@OpenBell.test', 422],
  ['vera.r@xopenbell.test', 201],
  ['vera.r@mail.openbell.test', 201],
])('a registration of %s is answered with %i', async (email, status) => {
  const response = await server.call('POST', '/api/web/register', { body: registration({ email }) });
  expect(response.status).toBe(status);
});

test.each([
  ['google', 'Vera@OpenBell.test', 422],
  ['google', 'vera@xopenbell.test', 200],
  ['google', 'vera@mail.openbell.test', 200],
  ['google', 'vera@openbell.test.example.test', 200],
  ['facebook', 'Vera.F@OpenBell.test', 422],
  ['facebook', 'vera.f@xopenbell.test', 200],
  ['facebook', 'vera.f@mail.openbell.test', 200],
] as const)('a sign-in with %s and the address %s is answered with %i', async (type, email, status) => {
  const sub = `p-${email}`;
  people.set(sub, { id: `7${people.size}`, name: 'Vera', email });
  const credential = type === 'google' ? await google.token(server.clock.now(), { sub, email }) : sub;
  const response = await server.call('POST', '/api/web/login', { body: { type, nonce: NONCE, credential } });
  const asked = Object.keys(response.body.errors ?? {});
  expect([response.status, asked]).toEqual([status, status === 200 ? [] : ['address']]);
  expect(typeof response.body.access).toBe(status === 200 ? 'string' : 'undefined');
});

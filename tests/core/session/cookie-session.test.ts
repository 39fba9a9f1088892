// `session: 'cookie'` in the page; tests/contract/cookie-session.test.ts has the complete journey.
import { createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import { createFakeTabs, createMemoryStorage, settle } from '@openbell/testing';
import { expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

/** The request of an API client with a cookie session. */
async function requestWith(token: string | null, callToken?: string): Promise<Request | undefined> {
  const sent: Request[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.test/api',
    session: 'cookie',
    getToken: () => (token === null ? null : { token, epoch: 1 }),
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return Response.json([]);
    },
  });
  await api.request(endpoints.programs, callToken === undefined ? {} : { token: callToken });
  return sent[0];
}

it('requests carry the marker and same-origin cookies, without an Authorization header [session.cookie-journey]', async () => {
  const request = await requestWith('marker');
  expect(request?.headers.get('Openbell-Session')).toBe('marker');
  expect(request?.headers.has('Authorization')).toBe(false);
  expect(request?.credentials).toBe('same-origin');
});

it("a visitor's requests ask for a cookie session", async () => {
  expect((await requestWith(null))?.headers.get('Openbell-Session')).toBe('cookie');
});

it('sends the marker of the call instead of the one of the session', async () => {
  expect((await requestWith('marker', 'other'))?.headers.get('Openbell-Session')).toBe('other');
});

it('a tab with its own session switches to the shared session when its own ends', async () => {
  const shared = { local: createMemoryStorage(), browser: createFakeTabs() };
  const [alone, other] = [openTab({}, shared), openTab({}, shared)];
  const stops = [alone.session.start(), other.session.start()];
  await signIn(alone, makeUser(), 'first', false);
  await signIn(other, makeUser(), 'second');
  // The browser has one cookie, so the second sign-in ends the first session.
  alone.session.onUnauthorized(alone.session.getToken() ?? { token: '', epoch: 0 });
  await settle();
  expect(alone.session.getToken()?.token).toBe('second');
  expect(other.session.getToken()?.token).toBe('second');
  expect(shared.local.read('openbell:accessToken')).toBe('second');
  for (const stop of stops) stop();
});

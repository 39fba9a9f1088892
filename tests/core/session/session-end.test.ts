import { createFakeTabs, createMemoryStorage, recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('sign-out and clearing', () => {
  it('signs out on the server with the token, and clears the token, user and caches at once [session.log-out-everywhere]', async () => {
    const setup = openTab();
    await signIn(setup);
    setup.session.cache.write('chats', '{}');
    let sentWith: string | undefined;
    const { request } = setup.api;
    const ended = openTab(
      {
        api: {
          request: (endpoint, input) => {
            sentWith = session().getToken()?.token;
            return request(endpoint, input);
          },
        },
      },
      { local: setup.local },
    );
    const session = () => ended.session;
    ended.session.start();
    const done = ended.session.signOut();
    expect(sentWith).toBe('tokenA');
    expect(ended.session.$state.get()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(setup.local.keys()).toEqual([]);
    await setup.api.latest('/web/logout').lose();
    await done;
  });

  it.each([500, 401, 404])(
    'a failed sign-out request (%d) is ignored [session.log-out-failure-ignored]',
    async (status) => {
      const setup = openTab();
      await signIn(setup);
      const done = setup.session.signOut();
      await setup.api.latest('/web/logout').refuse(status);
      await expect(done).resolves.toBeUndefined();
      expect(setup.session.$state.get().status).toBe('signed-out');
    },
  );

  it('a lost sign-out request is repeated with the old token when online again [session.log-out-retried]', async () => {
    const setup = openTab();
    setup.session.start();
    await signIn(setup);
    const logOuts = () => setup.api.requests.filter(({ path }) => path === '/web/logout');
    void setup.session.signOut();
    await setup.api.latest('/web/logout').lose();
    // Another user signs in meanwhile; their token must not be revoked.
    await signIn(setup, makeUser({ id: 8 }), 'tokenB');
    setup.page.play('online');
    expect(logOuts()).toHaveLength(2);
    const again = setup.api.latest('/web/logout');
    expect(again.input.token).toBe('tokenA');
    await again.lose();
    setup.page.play('online');
    await setup.api.latest('/web/logout').refuse(401);
    setup.page.play('online');
    expect(logOuts()).toHaveLength(3);
    expect(setup.session.getToken()?.token).toBe('tokenB');
    expect(setup.local.keys().map((key) => setup.local.read(key))).not.toContain('tokenA');
  });

  it.each([
    [503, 'visible', 2],
    [429, 'visible', 2],
    [408, 'online', 2],
    [401, 'visible', 1],
    [404, 'online', 1],
  ] as const)(
    'a sign-out request that fails with %d is repeated when the page is %s: %d calls [session.log-out-retried]',
    async (status, event, calls) => {
      const setup = openTab();
      setup.session.start();
      await signIn(setup);
      void setup.session.signOut();
      await setup.api.latest('/web/logout').refuse(status);
      setup.page.play(event);
      expect(setup.api.requests.filter(({ path }) => path === '/web/logout')).toHaveLength(calls);
    },
  );

  it("keeps the host's keys through 100 rounds of sign-in, sign-out and 401 [storage.own-keys]", async () => {
    const setup = openTab();
    const foreign = ['user', 'accessToken', 'cart', 'openbell:theirs', 'chatList', 'persist:root'];
    for (const key of foreign) setup.local.write(key, key);
    for (let round = 0; round < 100; round += 1) {
      await signIn(setup, makeUser(), `token${round}`, round % 3 !== 0);
      if (round % 10 === 0) setup.session.onUnauthorized(setup.session.getToken() ?? { token: '', epoch: 0 });
      else void setup.session.signOut();
    }
    expect([...setup.local.keys()].sort()).toEqual([...foreign].sort());
    for (const key of foreign) expect(setup.local.read(key)).toBe(key);
  });

  it('the reference app clears the whole origin, but keeps the theme of the device [storage.origin] [theme.survives-log-out]', async () => {
    const setup = openTab({ keyPrefix: '', clear: 'origin' });
    setup.local.write('persist:root', '{"theme":"dark"}');
    setup.local.write('anything', 'x');
    setup.tab.write('draft', 'x');
    await signIn(setup);
    expect([...setup.local.keys()].sort()).toEqual(['accessToken', 'persist:root', 'user']);
    setup.local.write('anything', 'x');
    void setup.session.signOut();
    expect(setup.local.keys()).toEqual(['persist:root']);
    expect(setup.tab.keys()).toEqual([]);
  });

  it('a 401 clears only our own keys, even if sign-out clears the origin [storage.origin]', async () => {
    const setup = openTab({ keyPrefix: '', clear: 'origin' });
    await signIn(setup);
    setup.local.write('anything', 'x');
    setup.session.onUnauthorized(setup.session.getToken() ?? { token: '', epoch: 0 });
    expect(setup.local.keys()).toEqual(['anything']);
  });

  it('drops caches of another user after the profile is loaded [storage.caches-per-user]', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.local.write('openbell:user', JSON.stringify({ id: 1 }));
    setup.local.write('openbell:chats', 'of user 1');
    setup.session.start();
    await setup.api.latest('/web/profile').succeed({ user: makeUser({ id: 2 }), subscriptions: [] });
    expect(setup.local.read('openbell:chats')).toBeNull();
  });
});

describe('data kept across sessions', () => {
  it('keeps market data settings after a 401, and clears them on sign-out [market.settings-end]', async () => {
    const setup = openTab();
    await signIn(setup);
    for (const key of ['timeSalesView', 'flashAlerts']) setup.session.cache.write(key, 'chosen');
    setup.session.onUnauthorized(setup.session.getToken() ?? { token: '', epoch: 0 });
    expect(setup.local.keys()).toEqual(['openbell:timeSalesView', 'openbell:flashAlerts']);
    await signIn(setup);
    expect(setup.session.cache.read('timeSalesView')).toBe('chosen');
    void setup.session.signOut();
    expect(setup.local.keys()).toEqual([]);
  });

  it('keeps the outbox after a 401, and clears it on sign-out [storage.outbox]', async () => {
    const setup = openTab();
    await signIn(setup);
    setup.session.cache.write('outbox', 'unsent');
    setup.session.onUnauthorized(setup.session.getToken() ?? { token: '', epoch: 0 });
    expect(setup.local.keys()).toEqual(['openbell:outbox']);
    await signIn(setup, makeUser(), 'tokenB');
    expect(setup.session.cache.read('outbox')).toBe('unsent');
    void setup.session.signOut();
    expect(setup.local.keys()).toEqual([]);
  });
});

describe('401', () => {
  it('removes the stored token and user once for any number of responses [session.401-clears] [session.401-once]', async () => {
    const setup = openTab();
    await signIn(setup);
    const { states } = recordStates(setup.session.$state);
    const token = setup.session.getToken() ?? { token: '', epoch: 0 };
    for (let i = 0; i < 20; i += 1) setup.session.onUnauthorized(token);
    expect(states.slice(1)).toEqual([{ status: 'signed-out', reason: 'expired' }]);
    expect(setup.local.keys()).toEqual([]);
  });

  it('a 401 for the token of an earlier session does not end the new one [session.401-older-token]', async () => {
    const setup = openTab();
    await signIn(setup, makeUser(), 'tokenA');
    const old = setup.session.getToken() ?? { token: '', epoch: 0 };
    void setup.session.signOut();
    await signIn(setup, makeUser(), 'tokenB');
    setup.session.onUnauthorized(old);
    setup.session.onUnauthorized({ token: 'tokenB', epoch: old.epoch });
    expect(setup.session.getToken()?.token).toBe('tokenB');
    expect(setup.session.guard('member')).toBe('allowed');
  });

  it('a 401 switches to a newer token of another tab [session.401-older-token]', async () => {
    const setup = openTab();
    await signIn(setup);
    setup.local.write('openbell:accessToken', 'tokenB');
    setup.session.onUnauthorized(setup.session.getToken() ?? { token: '', epoch: 0 });
    expect(setup.session.getToken()?.token).toBe('tokenB');
    expect(setup.local.read('openbell:accessToken')).toBe('tokenB');
  });
});

describe('pending requests at the end of a session', () => {
  it.each(['a log-out', 'a 401', 'a log-out in another tab', 'another sign-in', 'the end of the account'])(
    '%s aborts them [session.aborts-requests]',
    async (how) => {
      const shared = { local: createMemoryStorage(), browser: createFakeTabs() };
      const setup = openTab({}, shared);
      setup.session.start();
      await signIn(setup);
      const sent = setup.session.getToken() ?? expect.fail('Nobody is signed in.');
      expect(sent.signal?.aborted).toBe(false);
      if (how === 'a log-out') void setup.session.signOut();
      else if (how === 'a 401') setup.session.onUnauthorized(sent);
      else if (how === 'another sign-in') await signIn(setup, makeUser({ id: 8 }), 'tokenB');
      else if (how === 'the end of the account') setup.session.forget();
      else {
        const other = openTab({}, shared);
        other.session.start();
        void other.session.signOut();
      }
      expect(sent.signal?.aborted).toBe(true);
      expect(setup.session.getToken()?.signal?.aborted ?? false).toBe(false);
    },
  );
});

import { createFakeTabs, createMemoryStorage, recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('sign-out and clearing', () => {
  it('signs out on the server with the token, and clears the token, user and caches at once [session.log-out-everywhere]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.session.cache.write('chats', '{}');
    let sentWith: string | undefined;
    const { request } = bench.api;
    const ended = openTab(
      {
        api: {
          request: (endpoint, input) => {
            sentWith = session().getToken()?.token;
            return request(endpoint, input);
          },
        },
      },
      { local: bench.local },
    );
    const session = () => ended.session;
    ended.session.start();
    const done = ended.session.signOut();
    expect(sentWith).toBe('tokenA');
    expect(ended.session.$state.get()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(bench.local.keys()).toEqual([]);
    await bench.api.latest('/web/logout').lose();
    await done;
  });

  it.each([500, 401, 404])(
    'a failed sign-out request (%d) is ignored [session.log-out-failure-ignored]',
    async (status) => {
      const bench = openTab();
      await signIn(bench);
      const done = bench.session.signOut();
      await bench.api.latest('/web/logout').refuse(status);
      await expect(done).resolves.toBeUndefined();
      expect(bench.session.$state.get().status).toBe('signed-out');
    },
  );

  it('a lost sign-out request is repeated with the old token when online again [session.log-out-told-later]', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench);
    const logOuts = () => bench.api.requests.filter(({ path }) => path === '/web/logout');
    void bench.session.signOut();
    await bench.api.latest('/web/logout').lose();
    // Another user signs in meanwhile; their token must not be revoked.
    await signIn(bench, makeUser({ id: 8 }), 'tokenB');
    bench.page.play('online');
    expect(logOuts()).toHaveLength(2);
    const again = bench.api.latest('/web/logout');
    expect(again.input.token).toBe('tokenA');
    await again.lose();
    bench.page.play('online');
    await bench.api.latest('/web/logout').refuse(401);
    bench.page.play('online');
    expect(logOuts()).toHaveLength(3);
    expect(bench.session.getToken()?.token).toBe('tokenB');
    expect(bench.local.keys().map((key) => bench.local.read(key))).not.toContain('tokenA');
  });

  it.each([
    [503, 'visible', 2],
    [429, 'visible', 2],
    [408, 'online', 2],
    [401, 'visible', 1],
    [404, 'online', 1],
  ] as const)(
    'a sign-out request that fails with %d is repeated when the page is %s: %d calls [session.log-out-told-later]',
    async (status, event, calls) => {
      const bench = openTab();
      bench.session.start();
      await signIn(bench);
      void bench.session.signOut();
      await bench.api.latest('/web/logout').refuse(status);
      bench.page.play(event);
      expect(bench.api.requests.filter(({ path }) => path === '/web/logout')).toHaveLength(calls);
    },
  );

  it("keeps the host's keys through 100 rounds of sign-in, sign-out and 401 [storage.own-keys]", async () => {
    const bench = openTab();
    const foreign = ['user', 'accessToken', 'cart', 'openbell:theirs', 'chatList', 'persist:root'];
    for (const key of foreign) bench.local.write(key, key);
    for (let round = 0; round < 100; round += 1) {
      await signIn(bench, makeUser(), `token${round}`, round % 3 !== 0);
      if (round % 10 === 0) bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
      else void bench.session.signOut();
    }
    expect([...bench.local.keys()].sort()).toEqual([...foreign].sort());
    for (const key of foreign) expect(bench.local.read(key)).toBe(key);
  });

  it('the reference app clears the whole origin, but keeps the theme of the device [storage.origin] [theme.survives-log-out]', async () => {
    const bench = openTab({ keyPrefix: '', clear: 'origin' });
    bench.local.write('persist:root', '{"theme":"dark"}');
    bench.local.write('anything', 'x');
    bench.tab.write('draft', 'x');
    await signIn(bench);
    expect([...bench.local.keys()].sort()).toEqual(['accessToken', 'persist:root', 'user']);
    bench.local.write('anything', 'x');
    void bench.session.signOut();
    expect(bench.local.keys()).toEqual(['persist:root']);
    expect(bench.tab.keys()).toEqual([]);
  });

  it('a 401 clears only our own keys, even if sign-out clears the origin [storage.origin]', async () => {
    const bench = openTab({ keyPrefix: '', clear: 'origin' });
    await signIn(bench);
    bench.local.write('anything', 'x');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.local.keys()).toEqual(['anything']);
  });

  it('drops caches of another user after the profile is loaded [storage.caches-of-another]', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.local.write('openbell:user', JSON.stringify({ id: 1 }));
    bench.local.write('openbell:chats', 'of user 1');
    bench.session.start();
    await bench.api.latest('/web/profile').succeed({ user: makeUser({ id: 2 }), subscriptions: [] });
    expect(bench.local.read('openbell:chats')).toBeNull();
  });
});

describe('data kept across sessions', () => {
  it('market data settings are kept after a 401 and the next sign-in, and cleared on sign-out [market.settings-end]', async () => {
    const bench = openTab();
    await signIn(bench);
    for (const key of ['timeSalesView', 'flashAlerts']) bench.session.cache.write(key, 'chosen');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.local.keys()).toEqual(['openbell:timeSalesView', 'openbell:flashAlerts']);
    await signIn(bench);
    expect(bench.session.cache.read('timeSalesView')).toBe('chosen');
    void bench.session.signOut();
    expect(bench.local.keys()).toEqual([]);
  });

  it('an outbox is kept after a 401 and the next sign-in, and cleared on sign-out [storage.outbox]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.session.cache.write('outbox', 'unsent');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.local.keys()).toEqual(['openbell:outbox']);
    await signIn(bench, makeUser(), 'tokenB');
    expect(bench.session.cache.read('outbox')).toBe('unsent');
    void bench.session.signOut();
    expect(bench.local.keys()).toEqual([]);
  });
});

describe('401', () => {
  it('removes the stored token and user once for any number of responses [session.401-clears] [session.401-row] [session.401-once]', async () => {
    const bench = openTab();
    await signIn(bench);
    const { states } = recordStates(bench.session.$state);
    const token = bench.session.getToken() ?? { token: '', epoch: 0 };
    for (let i = 0; i < 20; i += 1) bench.session.onUnauthorized(token);
    expect(states.slice(1)).toEqual([{ status: 'signed-out', reason: 'expired' }]);
    expect(bench.local.keys()).toEqual([]);
  });

  it('a 401 for the token of an earlier session does not end the new one [session.401-older-token]', async () => {
    const bench = openTab();
    await signIn(bench, makeUser(), 'tokenA');
    const old = bench.session.getToken() ?? { token: '', epoch: 0 };
    void bench.session.signOut();
    await signIn(bench, makeUser(), 'tokenB');
    bench.session.onUnauthorized(old);
    bench.session.onUnauthorized({ token: 'tokenB', epoch: old.epoch });
    expect(bench.session.getToken()?.token).toBe('tokenB');
    expect(bench.session.guard('member')).toBe('allowed');
  });

  it('a 401 switches to a newer token of another tab [session.401-older-token]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.local.write('openbell:accessToken', 'tokenB');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.session.getToken()?.token).toBe('tokenB');
    expect(bench.local.read('openbell:accessToken')).toBe('tokenB');
  });
});

describe('pending requests at the end of a session', () => {
  it.each(['a log-out', 'a 401', 'a log-out in another tab', 'another sign-in', 'the end of the account'])(
    '%s aborts them [session.aborts-on-its-way]',
    async (how) => {
      const shared = { local: createMemoryStorage(), browser: createFakeTabs() };
      const bench = openTab({}, shared);
      bench.session.start();
      await signIn(bench);
      const sent = bench.session.getToken() ?? expect.fail('Nobody is signed in.');
      expect(sent.signal?.aborted).toBe(false);
      if (how === 'a log-out') void bench.session.signOut();
      else if (how === 'a 401') bench.session.onUnauthorized(sent);
      else if (how === 'another sign-in') await signIn(bench, makeUser({ id: 8 }), 'tokenB');
      else if (how === 'the end of the account') bench.session.forget();
      else {
        const other = openTab({}, shared);
        other.session.start();
        void other.session.signOut();
      }
      expect(sent.signal?.aborted).toBe(true);
      expect(bench.session.getToken()?.signal?.aborted ?? false).toBe(false);
    },
  );
});

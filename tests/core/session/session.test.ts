import { createFakeTabs, createMemoryStorage, recordStates, settle } from '@openbell/core/testing';
import { describe, expect, it } from 'vitest';
import { DAY, makeUser, NOW, openTab, signIn } from './session-support.ts';

describe('creation and start', () => {
  it('does nothing before start: no request, no timer, no listener, nobody known', () => {
    const bench = openTab();
    expect(bench.session.$state.get()).toEqual({ status: 'unknown' });
    expect(bench.api.requests).toHaveLength(0);
    expect(bench.time.pending()).toBe(0);
    expect(bench.page.listeners()).toBe(0);
    expect(bench.session.guard('member')).toBe('unknown');
  });

  it('product.md 4: signed in means that an access token is stored [session.token-is-signed-in]', async () => {
    const local = createMemoryStorage();
    const nobody = openTab({}, { local });
    nobody.session.start();
    expect(nobody.session.$state.get()).toEqual({ status: 'signed-out', reason: 'none' });

    local.write('openbell:accessToken', 'tokenA');
    const member = openTab({}, { local });
    member.session.start();
    expect(member.session.$state.get()).toMatchObject({ status: 'signed-in', profile: 'loading' });
    expect(member.session.getToken()?.token).toBe('tokenA');
    expect(member.api.waiting().map(({ path }) => path)).toEqual(['/web/profile']);
  });

  it('the token never appears in the state', async () => {
    const bench = openTab();
    bench.session.start();
    const { states } = recordStates(bench.session.$state);
    await signIn(bench, makeUser(), 'a-secret-token');
    expect(JSON.stringify(states)).not.toContain('a-secret-token');
  });

  it.each(['{', ' ', 'a b', 'x'.repeat(5000), 'tok\nen'])(
    'a stored token %j is not one, and nobody is signed in [storage.garbage]',
    (garbage) => {
      const bench = openTab();
      bench.local.write('openbell:accessToken', garbage === '{' ? '' : garbage);
      bench.session.start();
      expect(bench.session.$state.get().status).toBe('signed-out');
    },
  );

  it.each(['{', 'null', '[]', '7', '{"id":"x"}', `"${'x'.repeat(200_000)}"`])(
    'a cached user that is garbage (%#) is dropped; the session holds [storage.garbage]',
    (garbage) => {
      const bench = openTab();
      bench.local.write('openbell:accessToken', 'tokenA');
      bench.local.write('openbell:user', garbage);
      bench.session.start();
      expect(bench.session.$state.get().status).toBe('signed-in');
      expect(bench.session.$user.get()).toBeNull();
    },
  );

  it('start, stop, start (StrictMode) asks once, and destroy leaves nothing behind', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    const stop = bench.session.start();
    stop();
    stop();
    const again = bench.session.start();
    expect(bench.api.requests).toHaveLength(1);
    await bench.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(bench.session.$isSubscribed.get()).toBe(true);
    again();
    bench.session.destroy();
    expect(bench.time.pending()).toBe(0);
    expect(bench.page.listeners()).toBe(0);
  });
});

describe('sign-in', () => {
  it('product.md 7: sends username, password, remember and type, without a token [sign-in.payload]', async () => {
    const bench = openTab();
    void bench.session.signIn({
      type: 'manual',
      email: ' ada@openbell.test ',
      password: ' p w ',
      remember: true,
      captcha: 'c',
    });
    expect(bench.api.latest('/web/login').input.body).toEqual({
      username: 'ada@openbell.test',
      password: ' p w ',
      remember: true,
      type: 'manual',
      captcha: 'c',
    });
  });

  it('product.md 7: a social sign-in sends id, email, name, photo, type, and the credential [sign-in.social-payload]', () => {
    const bench = openTab();
    const social = { id: '1', email: 'a@b.test', name: 'Ada', photo: '', credential: 'jwt' };
    void bench.session.signIn({ type: 'google', ...social });
    expect(bench.api.latest('/web/login').input.body).toEqual({ type: 'google', remember: true, ...social });
  });

  it.each([
    [{ email: '', password: 'x' }, 'email-missing'],
    [{ email: '  ', password: 'x' }, 'email-missing'],
    [{ email: 'ada', password: 'x' }, 'email-invalid'],
    [{ email: 'a b@c', password: 'x' }, 'email-invalid'],
    [{ email: 'a@b', password: '' }, 'password-missing'],
    [{ email: 'a@b', password: 'x' }, 'captcha-missing'],
  ])('product.md 5: %j is not sent (%s) [sign-in.required]', async (fields, code) => {
    const bench = openTab({ captchaRequired: () => true });
    const result = await bench.session.signIn({ type: 'manual', remember: true, ...fields });
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it('product.md 5: a facebook login without a user id is logged and does nothing [sign-in.facebook-without-id]', async () => {
    const lines: string[] = [];
    const bench = openTab({ log: (line) => lines.push(line) });
    const result = await bench.session.signIn({
      type: 'facebook',
      id: '',
      email: '',
      name: '',
      photo: '',
      credential: 'x',
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'social-incomplete' } });
    expect(lines).toHaveLength(1);
    expect(bench.api.requests).toHaveLength(0);
  });

  it('product.md 4: success saves the token and the user under the specified names [sign-in.saves] [session.profile-once] [storage.names] [session.stored-member]', async () => {
    const bench = openTab({ keyPrefix: '' });
    await signIn(bench);
    expect(bench.local.read('accessToken')).toBe('tokenA');
    expect(JSON.parse(bench.local.read('user') ?? '')).toEqual({
      id: 7,
      first_name: 'Ada',
      dp: null,
      expired_at: makeUser().expired_at,
    });
    expect(bench.session.$user.get()).toEqual(makeUser());
  });

  it('decisions.md 3: with remember off, token and caches live in the tab alone [storage.prefix] [storage.remember-off]', async () => {
    const bench = openTab();
    await signIn(bench, makeUser(), 'tokenA', false);
    bench.session.cache.write('chatList', '[]');
    expect(bench.local.keys()).toEqual([]);
    expect([...bench.tab.keys()].sort()).toEqual([
      'openbell:accessToken',
      'openbell:chatList',
      'openbell:user',
    ]);
  });

  it.each([
    [422, { message: 'Wrong password.' }, 'refused', 'Wrong password.'],
    [401, { message: 'No.' }, 'refused', 'No.'],
    [
      422,
      { message: 'Invalid.', errors: { captcha: ['Solve it again.'] } },
      'captcha-refused',
      'Solve it again.',
    ],
    [422, { errors: { username: ['Unknown.'] } }, 'refused', 'Unknown.'],
    [429, { message: 'Slow down.', retryAfter: 60 }, 'throttled', 'Slow down.'],
    [500, {}, 'unavailable', ''],
  ])(
    'product.md 8: a %d leaves nobody signed in and says why [sign-in.server-message]',
    async (status, parts, code, message) => {
      const bench = openTab();
      const done = bench.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
      await bench.api.latest('/web/login').refuse(status, parts);
      expect(await done).toMatchObject({ ok: false, error: { code, message } });
      expect(bench.session.getToken()).toBeNull();
      expect(bench.local.keys()).toEqual([]);
    },
  );

  it('a sign-in that is answered after a log-out signs nobody in, and its token is given back', async () => {
    const bench = openTab();
    const done = bench.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
    await bench.session.signOut();
    await bench.api.latest('/web/login').succeed({ access: 'late', user: makeUser(), message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.local.keys()).toEqual([]);
    expect(bench.api.latest('/web/logout').input.headers).toEqual({ Authorization: 'Bearer late' });
  });
});

describe('log-out and clearing', () => {
  it('decisions.md 2: tells the server with the token, and forgets token, user and caches at once [session.log-out-everywhere]', async () => {
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
    'product.md 8: a log-out that the server answers with %d is ignored [session.log-out-failure-ignored]',
    async (status) => {
      const bench = openTab();
      await signIn(bench);
      const done = bench.session.signOut();
      await bench.api.latest('/web/logout').refuse(status);
      await expect(done).resolves.toBeUndefined();
      expect(bench.session.$state.get().status).toBe('signed-out');
    },
  );

  it('traps B10: a log-out that the server did not hear is told when the connection is back, with the old token [session.log-out-told-later]', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench);
    const logOuts = () => bench.api.requests.filter(({ path }) => path === '/web/logout');
    void bench.session.signOut();
    await bench.api.latest('/web/logout').lose();
    // Somebody else signs in meanwhile: the token that is given back is not theirs.
    await signIn(bench, makeUser({ id: 8 }), 'tokenB');
    bench.page.play('online');
    expect(logOuts()).toHaveLength(2);
    const again = bench.api.latest('/web/logout');
    expect(again.input.headers).toEqual({ Authorization: 'Bearer tokenA' });
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
    'a log-out that is answered %d is told again when the page is %s: %d calls [session.log-out-told-later]',
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

  it('decisions.md 3: keys of the host survive 100 rounds of sign-in, log-out and 401 [storage.own-keys]', async () => {
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

  it("product.md 2: the reference app clears the whole origin; the theme, being the device's, stays [storage.origin] [theme.survives-log-out]", async () => {
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

  it('a 401 clears our own keys even where log-out clears the origin [storage.origin]', async () => {
    const bench = openTab({ keyPrefix: '', clear: 'origin' });
    await signIn(bench);
    bench.local.write('anything', 'x');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.local.keys()).toEqual(['anything']);
  });

  it('decisions.md 3: caches of another person are dropped when the profile shows who is here [storage.caches-of-another]', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.local.write('openbell:user', JSON.stringify({ id: 1 }));
    bench.local.write('openbell:chats', 'of user 1');
    bench.session.start();
    await bench.api.latest('/web/profile').succeed({ user: makeUser({ id: 2 }), subscriptions: [] });
    expect(bench.local.read('openbell:chats')).toBeNull();
  });
});

describe('unsent messages', () => {
  it('how market data was set up survives a 401 and the next sign-in, and ends with log-out [market.settings-end]', async () => {
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

  it('decisions.md 5: an outbox survives a 401 and the next sign-in, and ends with log-out [storage.outbox]', async () => {
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
  it('product.md 4: removes the stored token and user, once for any number of answers [session.401-clears] [session.401-row] [session.401-once]', async () => {
    const bench = openTab();
    await signIn(bench);
    const { states } = recordStates(bench.session.$state);
    const token = bench.session.getToken() ?? { token: '', epoch: 0 };
    for (let i = 0; i < 20; i += 1) bench.session.onUnauthorized(token);
    expect(states.slice(1)).toEqual([{ status: 'signed-out', reason: 'expired' }]);
    expect(bench.local.keys()).toEqual([]);
  });

  it('traps B5: a 401 for the token of an earlier session leaves the new one alone [session.401-older-token]', async () => {
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

  it('a 401 that meets a newer token of another tab takes that one over [session.401-older-token]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.local.write('openbell:accessToken', 'tokenB');
    bench.session.onUnauthorized(bench.session.getToken() ?? { token: '', epoch: 0 });
    expect(bench.session.getToken()?.token).toBe('tokenB');
    expect(bench.local.read('openbell:accessToken')).toBe('tokenB');
  });
});

describe('what is on its way when a session ends', () => {
  it.each(['a log-out', 'a 401', 'a log-out in another tab', 'another sign-in', 'the end of the account'])(
    'traps B5: %s takes it back [session.aborts-on-its-way]',
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

describe('other tabs', () => {
  it('decisions.md 3: sign-in and log-out in one tab reach the others [session.other-tabs] [session.log-out-everywhere]', async () => {
    const shared = { local: createMemoryStorage(), browser: createFakeTabs() };
    const one = openTab({}, shared);
    const two = openTab({}, shared);
    one.session.start();
    two.session.start();
    await signIn(one);
    expect(two.session.getToken()?.token).toBe('tokenA');
    await two.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    void one.session.signOut();
    expect(two.session.$state.get()).toEqual({ status: 'signed-out', reason: 'other-tab' });
    expect(two.api.requests.filter(({ path }) => path === '/web/logout')).toHaveLength(0);
  });

  it('traps B6: when somebody else signs in elsewhere, nothing of the former person stays', async () => {
    const shared = { local: createMemoryStorage(), browser: createFakeTabs() };
    const one = openTab({}, shared);
    const two = openTab({}, shared);
    one.session.start();
    two.session.start();
    await signIn(one, makeUser({ id: 1, first_name: 'One' }), 'token1');
    await two.api.latest('/web/profile').succeed({ user: makeUser({ id: 1 }), subscriptions: [] });
    await signIn(one, makeUser({ id: 2, first_name: 'Two' }), 'token2');
    expect(two.session.$user.get()?.id).toBe(2);
    expect(two.session.$isSubscribed.get()).toBe(false);
    expect(two.session.guard('subscriber')).toBe('unknown');
  });

  it('a hint that storage does not bear out changes nothing', async () => {
    const browser = createFakeTabs();
    const bench = openTab({}, { browser });
    bench.session.start();
    await signIn(bench);
    const before = bench.session.$state.get();
    const stranger = browser.open();
    for (const topic of ['session', 'openbell:accessToken', 'accessToken', 'evil', null])
      stranger.tell(topic as string);
    expect(bench.session.$state.get()).toBe(before);
    expect(bench.api.waiting()).toHaveLength(0);
  });

  it('localStorage.clear() by the host signs every tab out without a crash', async () => {
    const browser = createFakeTabs();
    const bench = openTab({}, { browser });
    bench.session.start();
    await signIn(bench);
    for (const key of bench.local.keys()) bench.local.remove(key);
    browser.open().tell(null as unknown as string);
    expect(bench.session.$state.get().status).toBe('signed-out');
  });

  it('a copied tab whose session was ended elsewhere asks the server', async () => {
    const browser = createFakeTabs();
    const bench = openTab({}, { browser });
    bench.session.start();
    await signIn(bench, makeUser(), 'tokenA', false);
    browser.open().tell('session');
    expect(bench.api.waiting().map(({ path }) => path)).toEqual(['/web/profile']);
  });

  it('a page that comes back from the back/forward cache after a log-out shows nobody', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench);
    bench.local.remove('openbell:accessToken');
    bench.page.play('visible');
    expect(bench.session.guard('member')).toBe('denied');
  });
});

describe('the profile', () => {
  it('loads in one flight, however often it is asked for [session.profile-once]', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    const both = Promise.all([bench.session.refreshProfile(), bench.session.refreshProfile()]);
    expect(bench.api.requests).toHaveLength(1);
    await bench.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect((await both).every(({ ok }) => ok)).toBe(true);
  });

  it('an answer for an earlier session is dropped', async () => {
    const bench = openTab();
    await signIn(bench, makeUser({ id: 1 }), 'token1');
    const late = bench.session.refreshProfile();
    const request = bench.api.latest('/web/profile');
    await signIn(bench, makeUser({ id: 2 }), 'token2');
    await request.succeed({ user: makeUser({ id: 1 }), subscriptions: [] });
    expect(await late).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.session.$user.get()?.id).toBe(2);
  });

  it('a refresh that fails keeps the last good profile; one that brings nothing new changes nothing', async () => {
    const bench = openTab();
    await signIn(bench);
    const before = bench.session.$state.get();
    const failed = bench.session.refreshProfile();
    await bench.api.latest('/web/profile').refuse(500);
    expect(await failed).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    const same = bench.session.refreshProfile();
    await bench.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    await same;
    expect(bench.session.$state.get()).toBe(before);
  });

  it('is tried again when the connection comes back', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    await bench.api.latest('/web/profile').lose();
    expect(bench.session.$state.get()).toMatchObject({ profile: 'failed' });
    bench.page.play('online');
    expect(bench.api.waiting()).toHaveLength(1);
  });

  it('without a session nothing is asked', async () => {
    const bench = openTab();
    expect(await bench.session.refreshProfile()).toMatchObject({ ok: false, error: { code: 'signed-out' } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it('product.md 2, Edit profile: the stored user is replaced [session.stored-user-replaced]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.session.replaceUser(makeUser({ first_name: 'Grace' }));
    expect(bench.session.$user.get()?.first_name).toBe('Grace');
    expect(bench.local.read('openbell:user')).toContain('Grace');
  });
});

describe("the plan's end", () => {
  it('decisions.md 1: is seen while in use, 40 days ahead, in steps of a day [guard.plan-ends-in-use] [entitlement.long-timers]', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench, makeUser({ expired_at: new Date(NOW + 40 * DAY).toISOString() }));
    await bench.time.advance(39 * DAY);
    expect(bench.session.$isSubscribed.get()).toBe(true);
    await bench.time.advance(DAY - 1);
    expect(bench.session.$isSubscribed.get()).toBe(true);
    await bench.time.advance(1);
    expect(bench.session.$isSubscribed.get()).toBe(false);
    expect(bench.session.guard('subscriber')).toBe('denied');
    expect(bench.session.guard('member')).toBe('allowed');
  });

  it("counts by the server's clock, not by a device that is two days off [entitlement.server-now]", async () => {
    for (const skew of [2 * DAY, -2 * DAY]) {
      const bench = openTab();
      bench.session.onServerTime({ server: NOW + skew, device: NOW });
      await signIn(bench, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
      expect(bench.session.$isSubscribed.get()).toBe(skew < 0);
      expect(bench.session.now()).toBe(NOW + skew);
    }
  });

  it('one odd Date header moves nothing, and less than two seconds is no difference', async () => {
    const bench = openTab();
    for (const server of [NOW + 900, NOW - 1900, NOW + 500 * DAY, NOW, Number.NaN]) {
      bench.session.onServerTime({ server, device: NOW });
    }
    expect(bench.session.now()).toBe(NOW);
  });

  it('a device whose clock was changed is noticed when the page is looked at again', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
    bench.time.jump(2 * DAY);
    bench.page.play('visible');
    await settle();
    expect(bench.session.$isSubscribed.get()).toBe(false);
  });
});

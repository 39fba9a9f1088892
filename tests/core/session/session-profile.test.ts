import { describe, expect, it } from 'vitest';
import { DAY, makeUser, NOW, openTab, signIn } from './session-support.ts';

describe('the profile', () => {
  it('loads with one request for concurrent calls [session.profile-once]', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.session.start();
    const both = Promise.all([setup.session.refreshProfile(), setup.session.refreshProfile()]);
    expect(setup.api.requests).toHaveLength(1);
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect((await both).every(({ ok }) => ok)).toBe(true);
  });

  it('ignores a response for an earlier session', async () => {
    const setup = openTab();
    await signIn(setup, makeUser({ id: 1 }), 'token1');
    const late = setup.session.refreshProfile();
    const request = setup.api.latest('/web/profile');
    await signIn(setup, makeUser({ id: 2 }), 'token2');
    await request.succeed({ user: makeUser({ id: 1 }), subscriptions: [] });
    expect(await late).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.session.$user.get()?.id).toBe(2);
  });

  it('a failed refresh keeps the profile, and an unchanged one does not update the state', async () => {
    const setup = openTab();
    await signIn(setup);
    const before = setup.session.$state.get();
    const failed = setup.session.refreshProfile();
    await setup.api.latest('/web/profile').refuse(500);
    expect(await failed).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    const same = setup.session.refreshProfile();
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    await same;
    expect(setup.session.$state.get()).toBe(before);
  });

  it('is retried when online again', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.session.start();
    await setup.api.latest('/web/profile').lose();
    expect(setup.session.$state.get()).toMatchObject({ profile: 'failed' });
    setup.page.play('online');
    expect(setup.api.waiting()).toHaveLength(1);
  });

  it('sends no request without a session', async () => {
    const setup = openTab();
    expect(await setup.session.refreshProfile()).toMatchObject({ ok: false, error: { code: 'signed-out' } });
    expect(setup.api.requests).toHaveLength(0);
  });

  it('replaces the stored user after editing the profile [session.stored-user-replaced]', async () => {
    const setup = openTab();
    await signIn(setup);
    setup.session.replaceUser(makeUser({ first_name: 'Grace' }));
    expect(setup.session.$user.get()?.first_name).toBe('Grace');
    expect(setup.local.read('openbell:user')).toContain('Grace');
  });

  it('keeps an edited user over the response of an earlier load, which is repeated', async () => {
    const setup = openTab();
    await signIn(setup);
    const loaded = setup.session.refreshProfile();
    const slow = setup.api.latest('/web/profile');
    const grace = makeUser({ first_name: 'Grace' });
    setup.session.replaceUser(grace);
    await slow.succeed({ user: makeUser(), subscriptions: [] });
    expect(setup.session.$user.get()).toEqual(grace);
    expect(setup.local.read('openbell:user')).toContain('Grace');
    expect(setup.api.waiting()).toHaveLength(1);
    await setup.api.latest('/web/profile').succeed({ user: grace, subscriptions: [] });
    expect(await loaded).toEqual({ ok: true, value: grace });
    expect(setup.api.waiting()).toEqual([]);
  });
});

describe('the end of the plan', () => {
  it('is detected while in use, 40 days ahead, in steps of a day [guard.plan-ends-in-use]', async () => {
    const setup = openTab();
    setup.session.start();
    await signIn(setup, makeUser({ expired_at: new Date(NOW + 40 * DAY).toISOString() }));
    await setup.time.advance(39 * DAY);
    expect(setup.session.$isSubscribed.get()).toBe(true);
    await setup.time.advance(DAY - 1);
    expect(setup.session.$isSubscribed.get()).toBe(true);
    await setup.time.advance(1);
    const user = makeUser({ expired_at: new Date(NOW + 40 * DAY).toISOString() });
    await setup.api.latest('/web/profile').succeed({ user, subscriptions: [] });
    expect(setup.session.$isSubscribed.get()).toBe(false);
    expect(setup.session.guard('subscriber')).toBe('denied');
    expect(setup.session.guard('member')).toBe('allowed');
    expect(setup.api.waiting()).toEqual([]);
    expect(setup.time.pending()).toBe(0);
  });

  /** A subscriber's open tab whose cached plan ends in a day. */
  async function openLastDay() {
    const setup = openTab();
    setup.session.start();
    await signIn(setup, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
    const renewed = makeUser({ expired_at: new Date(NOW + 31 * DAY).toISOString() });
    const loads = (): number => setup.api.requests.filter(({ path }) => path === '/web/profile').length - 1;
    const guard = (): string => setup.session.guard('subscriber');
    return { ...setup, loads, guard, renew: { user: renewed, subscriptions: [] } };
  }

  it('keeps a subscriber whose plan was renewed, without denying them for a moment', async () => {
    const { session, time, api, page, loads, guard, renew } = await openLastDay();
    const results: string[] = [];
    session.$state.listen(() => results.push(guard()));
    await time.advance(DAY);
    page.play('visible');
    expect([loads(), guard()]).toEqual([1, 'allowed']);
    await api.latest('/web/profile').succeed(renew);
    await time.advance(30 * DAY - 1);
    expect([loads(), guard()]).toEqual([1, 'allowed']);
    expect(results).not.toContain('denied');
    await time.advance(1);
    await api.latest('/web/profile').succeed(renew);
    expect([loads(), guard()]).toEqual([2, 'denied']);
  });

  it('keeps a renewed subscriber whose device slept past the cached end', async () => {
    const { time, api, page, loads, guard, renew } = await openLastDay();
    time.jump(2 * DAY);
    page.play('visible');
    expect([loads(), guard()]).toEqual([1, 'allowed']);
    await api.latest('/web/profile').succeed(renew);
    expect([loads(), guard()]).toEqual([1, 'allowed']);
  });

  it('ends the plan when the profile does not load, and loads it again when online', async () => {
    const { time, api, page, loads, guard, renew } = await openLastDay();
    await time.advance(DAY);
    await api.latest('/web/profile').lose();
    expect([loads(), guard()]).toEqual([1, 'denied']);
    await time.advance(DAY);
    expect(loads()).toBe(1);
    page.play('online');
    await api.latest('/web/profile').succeed(renew);
    expect([loads(), guard()]).toEqual([2, 'allowed']);
    page.play('online');
    expect(loads()).toBe(2);
  });

  it('ends the plan after 8 s without a response, however often the page becomes visible', async () => {
    const { session, time, api, page, loads, guard, renew } = await openLastDay();
    await time.advance(DAY + 7999);
    page.play('visible');
    expect(guard()).toBe('allowed');
    await time.advance(1);
    expect([loads(), guard()]).toEqual([1, 'denied']);
    await api.latest('/web/profile').succeed(renew);
    expect(guard()).toBe('allowed');
    session.destroy();
    expect(time.pending()).toBe(0);
  });

  it("uses the server's clock, even if the device is two days off [entitlement.server-now]", async () => {
    for (const skew of [2 * DAY, -2 * DAY]) {
      const setup = openTab();
      setup.session.onServerTime({ server: NOW + skew, device: NOW });
      await signIn(setup, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
      expect(setup.session.$isSubscribed.get()).toBe(skew < 0);
      expect(setup.session.now()).toBe(NOW + skew);
    }
  });

  it('has no timer after destroy(), even if the plan was loaded while stopped', async () => {
    const setup = openTab();
    const stop = setup.session.start();
    const done = signIn(setup, makeUser({ expired_at: new Date(NOW + 40 * DAY).toISOString() }));
    stop();
    await done;
    expect(setup.session.$isSubscribed.get()).toBe(true);
    setup.session.destroy();
    expect(setup.time.pending()).toBe(0);
  });

  it('ignores a single outlier in the Date header, and differences below two seconds', async () => {
    const setup = openTab();
    for (const server of [NOW + 900, NOW - 1900, NOW + 500 * DAY, NOW, Number.NaN]) {
      setup.session.onServerTime({ server, device: NOW });
    }
    expect(setup.session.now()).toBe(NOW);
  });

  it('is checked again when the page becomes visible after a clock change', async () => {
    const setup = openTab();
    setup.session.start();
    await signIn(setup, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
    setup.time.jump(2 * DAY);
    setup.page.play('visible');
    await setup.api.latest('/web/profile').lose();
    expect(setup.session.$isSubscribed.get()).toBe(false);
  });
});

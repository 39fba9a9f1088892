import { settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { DAY, makeUser, NOW, openTab, signIn } from './session-support.ts';

describe('the profile', () => {
  it('loads with one request for concurrent calls [session.profile-once]', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    const both = Promise.all([bench.session.refreshProfile(), bench.session.refreshProfile()]);
    expect(bench.api.requests).toHaveLength(1);
    await bench.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect((await both).every(({ ok }) => ok)).toBe(true);
  });

  it('ignores a response for an earlier session', async () => {
    const bench = openTab();
    await signIn(bench, makeUser({ id: 1 }), 'token1');
    const late = bench.session.refreshProfile();
    const request = bench.api.latest('/web/profile');
    await signIn(bench, makeUser({ id: 2 }), 'token2');
    await request.succeed({ user: makeUser({ id: 1 }), subscriptions: [] });
    expect(await late).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.session.$user.get()?.id).toBe(2);
  });

  it('a failed refresh keeps the profile, and an unchanged one does not update the state', async () => {
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

  it('is retried when online again', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    await bench.api.latest('/web/profile').lose();
    expect(bench.session.$state.get()).toMatchObject({ profile: 'failed' });
    bench.page.play('online');
    expect(bench.api.waiting()).toHaveLength(1);
  });

  it('sends no request without a session', async () => {
    const bench = openTab();
    expect(await bench.session.refreshProfile()).toMatchObject({ ok: false, error: { code: 'signed-out' } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it('replaces the stored user after editing the profile [session.stored-user-replaced]', async () => {
    const bench = openTab();
    await signIn(bench);
    bench.session.replaceUser(makeUser({ first_name: 'Grace' }));
    expect(bench.session.$user.get()?.first_name).toBe('Grace');
    expect(bench.local.read('openbell:user')).toContain('Grace');
  });
});

describe('the end of the plan', () => {
  it('is detected while in use, 40 days ahead, in steps of a day [guard.plan-ends-in-use] [entitlement.long-timers]', async () => {
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

  it("uses the server's clock, even if the device is two days off [entitlement.server-now]", async () => {
    for (const skew of [2 * DAY, -2 * DAY]) {
      const bench = openTab();
      bench.session.onServerTime({ server: NOW + skew, device: NOW });
      await signIn(bench, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
      expect(bench.session.$isSubscribed.get()).toBe(skew < 0);
      expect(bench.session.now()).toBe(NOW + skew);
    }
  });

  it('ignores a single outlier in the Date header, and differences below two seconds', async () => {
    const bench = openTab();
    for (const server of [NOW + 900, NOW - 1900, NOW + 500 * DAY, NOW, Number.NaN]) {
      bench.session.onServerTime({ server, device: NOW });
    }
    expect(bench.session.now()).toBe(NOW);
  });

  it('is checked again when the page becomes visible after a clock change', async () => {
    const bench = openTab();
    bench.session.start();
    await signIn(bench, makeUser({ expired_at: new Date(NOW + DAY).toISOString() }));
    bench.time.jump(2 * DAY);
    bench.page.play('visible');
    await settle();
    expect(bench.session.$isSubscribed.get()).toBe(false);
  });
});

import { createFakeTabs, createMemoryStorage } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('other tabs', () => {
  it('sign-in and sign-out in one tab apply to the others [session.other-tabs] [session.log-out-everywhere]', async () => {
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

  it("a sign-in of another user in another tab replaces the previous user's data", async () => {
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

  it('ignores a message that storage does not confirm', async () => {
    const browser = createFakeTabs();
    const setup = openTab({}, { browser });
    setup.session.start();
    await signIn(setup);
    const before = setup.session.$state.get();
    const stranger = browser.open();
    for (const topic of ['session', 'openbell:accessToken', 'accessToken', 'evil', null])
      stranger.notify(topic as string);
    expect(setup.session.$state.get()).toBe(before);
    expect(setup.api.waiting()).toHaveLength(0);
  });

  it('localStorage.clear() by the host signs out every tab', async () => {
    const browser = createFakeTabs();
    const setup = openTab({}, { browser });
    setup.session.start();
    await signIn(setup);
    for (const key of setup.local.keys()) setup.local.remove(key);
    browser.open().notify(null as unknown as string);
    expect(setup.session.$state.get().status).toBe('signed-out');
  });

  it('a duplicated tab checks the profile when its session ended in another tab', async () => {
    const browser = createFakeTabs();
    const setup = openTab({}, { browser });
    setup.session.start();
    await signIn(setup, makeUser(), 'tokenA', false);
    browser.open().notify('session');
    expect(setup.api.waiting().map(({ path }) => path)).toEqual(['/web/profile']);
  });

  it('a page restored from the back/forward cache after sign-out is signed out', async () => {
    const setup = openTab();
    setup.session.start();
    await signIn(setup);
    setup.local.remove('openbell:accessToken');
    setup.page.play('visible');
    expect(setup.session.guard('member')).toBe('denied');
  });
});

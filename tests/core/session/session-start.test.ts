import { createMemoryStorage, recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('creation and start', () => {
  it('does nothing before start: no request, timer, listener or user', () => {
    const setup = openTab();
    expect(setup.session.$state.get()).toEqual({ status: 'unknown' });
    expect(setup.api.requests).toHaveLength(0);
    expect(setup.time.pending()).toBe(0);
    expect(setup.page.listeners()).toBe(0);
    expect(setup.session.guard('member')).toBe('unknown');
  });

  it('is signed in if an access token is stored [session.token-is-signed-in]', async () => {
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

  it('the state never contains the token', async () => {
    const setup = openTab();
    setup.session.start();
    const { states } = recordStates(setup.session.$state);
    await signIn(setup, makeUser(), 'a-secret-token');
    expect(JSON.stringify(states)).not.toContain('a-secret-token');
  });

  it.each(['{', ' ', 'a b', 'x'.repeat(5000), 'tok\nen'])(
    'ignores the invalid stored token %j [storage.garbage]',
    (garbage) => {
      const setup = openTab();
      setup.local.write('openbell:accessToken', garbage === '{' ? '' : garbage);
      setup.session.start();
      expect(setup.session.$state.get().status).toBe('signed-out');
    },
  );

  it.each(['{', 'null', '[]', '7', '{"id":"x"}', `"${'x'.repeat(200_000)}"`])(
    'drops an invalid cached user (%#) and keeps the session [storage.garbage]',
    (garbage) => {
      const setup = openTab();
      setup.local.write('openbell:accessToken', 'tokenA');
      setup.local.write('openbell:user', garbage);
      setup.session.start();
      expect(setup.session.$state.get().status).toBe('signed-in');
      expect(setup.session.$user.get()).toBeNull();
    },
  );

  it('start, stop, start (StrictMode) sends one request, and destroy removes timers and listeners', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    const stop = setup.session.start();
    stop();
    stop();
    const again = setup.session.start();
    expect(setup.api.requests).toHaveLength(1);
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(setup.session.$isSubscribed.get()).toBe(true);
    again();
    setup.session.destroy();
    expect(setup.time.pending()).toBe(0);
    expect(setup.page.listeners()).toBe(0);
  });
});

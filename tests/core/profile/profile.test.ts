import { createProfile, readProfile } from '@openbell/core/profile';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab } from '../session/session-support.ts';

describe('the profile', () => {
  it('does not show a cached user as the profile [profile.cached-user]', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.local.write('openbell:user', JSON.stringify({ id: 7, first_name: 'Cached' }));
    const profile = createProfile({ session: setup.session });
    setup.session.start();
    expect(profile.$state.get()).toEqual({ status: 'loading' });
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(profile.$state.get()).toEqual({
      status: 'ready',
      user: makeUser(),
      subscriptions: [],
      isSubscribed: true,
    });
  });

  it('can be reloaded after a failure', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    const profile = createProfile({ session: setup.session });
    setup.session.start();
    await setup.time.advance(8000);
    expect(profile.$state.get()).toEqual({ status: 'failed' });
    await setup.api.latest('/web/profile').refuse(500);
    void profile.refresh();
    expect(profile.$state.get()).toEqual({ status: 'loading' });
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(profile.$state.get().status).toBe('ready');
  });

  it('is absent without a user', () => {
    expect(readProfile({ status: 'signed-out', reason: 'none' })).toEqual({ status: 'absent' });
    expect(readProfile({ status: 'unknown' })).toEqual({ status: 'loading' });
  });
});

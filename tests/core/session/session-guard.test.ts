import { gainsAccess, guard, guardView, mayReadSaved, type SessionState } from '@openbell/core/session';
import { recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

const member = (parts: Partial<Extract<SessionState, { status: 'signed-in' }>>): SessionState => ({
  status: 'signed-in',
  epoch: 1,
  user: makeUser(),
  subscriptions: [],
  profile: 'loaded',
  isSubscribed: false,
  ...parts,
});

const states: ReadonlyArray<readonly [string, SessionState, string, string, string]> = [
  // Name, state, and the results for visitor, member and subscriber pages.
  ['nothing read yet', { status: 'unknown' }, 'unknown', 'unknown', 'unknown'],
  ['signed out', { status: 'signed-out', reason: 'none' }, 'allowed', 'denied', 'denied'],
  ['profile loading', member({ profile: 'loading' }), 'unknown', 'unknown', 'unknown'],
  ['profile overdue', member({ profile: 'overdue' }), 'unknown', 'unknown', 'unknown'],
  ['profile failed', member({ profile: 'failed' }), 'allowed', 'unknown', 'unknown'],
  ['member', member({}), 'denied', 'allowed', 'denied'],
  ['subscriber', member({ isSubscribed: true }), 'denied', 'allowed', 'allowed'],
];

describe('guards', () => {
  it.each(states)(
    '%s: visitor page %s, member page %s, subscriber page %s [guard.three-valued]',
    (_, state, visitor, forMember, subscriber) => {
      expect(guard(state, 'visitor')).toBe(visitor);
      expect(guard(state, 'member')).toBe(forMember);
      expect(guard(state, 'subscriber')).toBe(subscriber);
    },
  );

  it('shows a cached user, but does not grant access from it [guard.cache-paints]', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.local.write(
      'openbell:user',
      JSON.stringify({ id: 7, first_name: 'Ada', expired_at: '2999-01-01' }),
    );
    setup.session.start();
    expect(setup.session.$user.get()?.first_name).toBe('Ada');
    expect(setup.session.$isSubscribed.get()).toBe(false);
    expect(setup.session.guard('subscriber')).toBe('unknown');
    await setup.api
      .latest('/web/profile')
      .succeed({ user: makeUser({ expired_at: null }), subscriptions: [] });
    expect(setup.session.guard('subscriber')).toBe('denied');
  });

  it.each([
    [
      'a stored plan that runs',
      member({ profile: 'failed', user: makeUser({ expired_at: '2027-01-01' }) }),
      true,
    ],
    [
      'a stored plan that has ended',
      member({ profile: 'failed', user: makeUser({ expired_at: '2026-01-01' }) }),
      false,
    ],
    ['no stored user', member({ profile: 'loading', user: null }), false],
    [
      'a loaded profile, which the guard decides about',
      member({ user: makeUser({ expired_at: '2027-01-01' }) }),
      false,
    ],
    ['a visitor', { status: 'signed-out', reason: 'none' } as const, false],
  ])('allows saved chats by the stored plan: %s [offline.saved-chats]', (_, state, allowed) => {
    expect(mayReadSaved(state, Date.UTC(2026, 10, 26))).toBe(allowed);
  });

  it('never denies a subscriber and never allows a lapsed one while loading [guard.no-flash]', async () => {
    for (const expired_at of ['2999-01-01', '2020-01-01']) {
      const setup = openTab();
      const responses: string[] = [];
      setup.session.$state.subscribe((state) => responses.push(guard(state, 'subscriber')));
      setup.local.write('openbell:accessToken', 'tokenA');
      setup.session.start();
      await setup.api.latest('/web/profile').succeed({ user: makeUser({ expired_at }), subscriptions: [] });
      expect([...new Set(responses)]).toEqual([
        'unknown',
        expired_at === '2999-01-01' ? 'allowed' : 'denied',
      ]);
    }
  });

  it('offers Retry after 8 s without a response, and still accepts a late one [guard.retry]', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.session.start();
    const view = (): string => guardView(setup.session.$state.get(), 'subscriber');
    await setup.time.advance(7999);
    expect(view()).toBe('loading');
    await setup.time.advance(1);
    expect(view()).toBe('retry');
    await setup.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(view()).toBe('allowed');
  });

  it('offers Retry at once when the profile fails, and shows loading during the retry', async () => {
    const setup = openTab();
    setup.local.write('openbell:accessToken', 'tokenA');
    setup.session.start();
    await setup.api.latest('/web/profile').refuse(500);
    expect(guardView(setup.session.$state.get(), 'member')).toBe('retry');
    void setup.session.refreshProfile();
    expect(guardView(setup.session.$state.get(), 'member')).toBe('loading');
  });

  it('denies visitor pages to a member, and allows them directly after sign-out', async () => {
    const setup = openTab();
    await signIn(setup);
    const { states: seen } = recordStates(setup.session.$state);
    void setup.session.signOut();
    expect(seen.map((state) => guard(state, 'visitor'))).toEqual(['denied', 'allowed']);
  });
});

it('gainsAccess is true after sign-in or when a plan starts, not when a profile is loaded', () => {
  const unknown: SessionState = { status: 'unknown' };
  const out: SessionState = { status: 'signed-out', reason: 'none' };
  const arriving: SessionState = {
    status: 'signed-in',
    epoch: 1,
    user: null,
    subscriptions: [],
    profile: 'loading',
    isSubscribed: false,
  };
  const member: SessionState = { ...arriving, profile: 'loaded' };
  const subscriber: SessionState = { ...member, isSubscribed: true };
  expect([undefined, unknown, out].map((before) => gainsAccess(before, arriving))).toEqual([
    true,
    true,
    true,
  ]);
  expect(gainsAccess(member, subscriber)).toBe(true);
  expect(gainsAccess(arriving, subscriber)).toBe(false);
  expect(gainsAccess(subscriber, subscriber)).toBe(false);
  // Another account, or another session of the same one.
  expect(gainsAccess(subscriber, { ...arriving, epoch: 2 })).toBe(true);
  expect(gainsAccess(subscriber, member)).toBe(false);
  expect([out, unknown].map((after) => gainsAccess(subscriber, after))).toEqual([false, false]);
});

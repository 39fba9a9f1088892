import { gainsAccess, guard, guardView, type SessionState } from '@openbell/core/session';
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
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.local.write(
      'openbell:user',
      JSON.stringify({ id: 7, first_name: 'Ada', expired_at: '2999-01-01' }),
    );
    bench.session.start();
    expect(bench.session.$user.get()?.first_name).toBe('Ada');
    expect(bench.session.$isSubscribed.get()).toBe(false);
    expect(bench.session.guard('subscriber')).toBe('unknown');
    await bench.api
      .latest('/web/profile')
      .succeed({ user: makeUser({ expired_at: null }), subscriptions: [] });
    expect(bench.session.guard('subscriber')).toBe('denied');
  });

  it('never denies a subscriber and never allows a lapsed one while loading [guard.no-flash]', async () => {
    for (const expired_at of ['2999-01-01', '2020-01-01']) {
      const bench = openTab();
      const answers: string[] = [];
      bench.session.$state.subscribe((state) => answers.push(guard(state, 'subscriber')));
      bench.local.write('openbell:accessToken', 'tokenA');
      bench.session.start();
      await bench.api.latest('/web/profile').succeed({ user: makeUser({ expired_at }), subscriptions: [] });
      expect([...new Set(answers)]).toEqual(['unknown', expired_at === '2999-01-01' ? 'allowed' : 'denied']);
    }
  });

  it('offers Retry after 8 s without a response, and still accepts a late one [guard.retry]', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    const view = (): string => guardView(bench.session.$state.get(), 'subscriber');
    await bench.time.advance(7999);
    expect(view()).toBe('loading');
    await bench.time.advance(1);
    expect(view()).toBe('retry');
    await bench.api.latest('/web/profile').succeed({ user: makeUser(), subscriptions: [] });
    expect(view()).toBe('allowed');
  });

  it('offers Retry at once when the profile fails, and shows loading during the retry', async () => {
    const bench = openTab();
    bench.local.write('openbell:accessToken', 'tokenA');
    bench.session.start();
    await bench.api.latest('/web/profile').refuse(500);
    expect(guardView(bench.session.$state.get(), 'member')).toBe('retry');
    void bench.session.refreshProfile();
    expect(guardView(bench.session.$state.get(), 'member')).toBe('loading');
  });

  it('denies visitor pages to a member, and allows them directly after sign-out', async () => {
    const bench = openTab();
    await signIn(bench);
    const { states: seen } = recordStates(bench.session.$state);
    void bench.session.signOut();
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

import { createBilling } from '@openbell/core/billing';
import { settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { DAY, makeUser, openTab } from '../../session/session-support.ts';
import { active, createSetup, waiting } from '../billing-support.ts';

/** Started billing, with the first request of the poll. */
async function startPoll() {
  const setup = createSetup();
  setup.billing.start();
  await setup.openPoll();
  return setup;
}

describe('waiting for an active subscription', () => {
  it('loads the profile again when it was requested before the plan was active [billing.poll-until-active]', async () => {
    const { api, time, session, page } = openTab();
    const { scheduler } = time;
    const billing = createBilling({ api, session, cardSetup: null, page, scheduler });
    const stop = billing.start();
    const signedIn = session.signIn({ type: 'manual', email: 'a@b.test', password: 'x', remember: true });
    const user = makeUser({ expired_at: null });
    await api.latest('/web/login').succeed({ access: 'tokenA', user, message: '' });
    await signedIn;
    const before = api.latest('/web/profile');
    billing.awaitSubscription();
    await time.advance(1000);
    await api.latest('/web/user-expiration').succeed(active);
    await before.succeed({ user, subscriptions: [] });
    const after = api.latest('/web/profile');
    expect(after).not.toBe(before);
    expect(billing.$enrolment.get().step).toBe('confirming');
    const expired_at = new Date(session.now() + DAY).toISOString();
    await after.succeed({ user: makeUser({ expired_at }), subscriptions: [] });
    expect(billing.$enrolment.get().step).toBe('subscribed');
    expect(session.$isSubscribed.get()).toBe(true);
    stop();
  });

  it('polls every second, one request at a time, until active, then refreshes the profile [billing.poll-until-active]', async () => {
    const setup = await startPoll();
    expect(setup.polls()).toHaveLength(1);
    await setup.time.advance(10_000);
    expect(setup.polls()).toHaveLength(1);
    await setup.polls()[0]?.succeed(waiting);
    await setup.time.advance(999);
    expect(setup.polls()).toHaveLength(1);
    await setup.time.advance(1);
    expect(setup.polls()).toHaveLength(2);
    await setup.polls()[1]?.succeed(active);
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    expect(setup.refreshes()).toBe(1);
    await setup.time.advance(60_000);
    expect(setup.polls()).toHaveLength(2);
    expect(setup.time.pending()).toBe(0);
  });

  it.each([500, 404, 'lose'])('continues after %s', async (how) => {
    const setup = await startPoll();
    await (typeof how === 'number' ? setup.polls()[0]?.refuse(how) : setup.polls()[0]?.lose());
    await setup.time.advance(1000);
    expect(setup.polls()).toHaveLength(2);
  });

  it('respects Retry-After', async () => {
    const setup = await startPoll();
    await setup.polls()[0]?.refuse(429, { retryAfter: 7 });
    await setup.time.advance(6999);
    expect(setup.polls()).toHaveLength(1);
    await setup.time.advance(1);
    expect(setup.polls()).toHaveLength(2);
  });

  it('pauses while the page is hidden', async () => {
    const setup = await startPoll();
    await setup.polls()[0]?.succeed(waiting);
    setup.page.play('hidden');
    await setup.time.advance(30_000);
    expect(setup.polls()).toHaveLength(1);
    setup.page.play('visible');
    expect(setup.polls()).toHaveLength(2);
  });

  it('reports after 60 s that it takes longer, and continues [billing.poll-late]', async () => {
    const setup = await startPoll();
    await setup.time.advance(59_999);
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'confirming', late: false });
    await setup.time.advance(1);
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'confirming', late: true });
    await setup.polls()[0]?.succeed(waiting);
    await setup.time.advance(1000);
    expect(setup.polls()).toHaveLength(2);
  });

  it('stops with the message when the status is failed [billing.poll-failed]', async () => {
    const setup = await startPoll();
    await setup.polls()[0]?.succeed({ active: false, status: 'failed', message: 'Your card was declined.' });
    expect(setup.billing.$enrolment.get()).toEqual({
      step: 'choosing',
      error: { code: 'payment-failed', message: 'Your card was declined.' },
    });
    await setup.time.advance(60_000);
    expect(setup.polls()).toHaveLength(1);
  });

  it('pauses when stopped, resumes on start, and ends on sign-out', async () => {
    const setup = createSetup();
    const stop = setup.billing.start();
    await setup.openPoll();
    stop();
    await settle();
    await setup.time.advance(10_000);
    expect(setup.polls()).toHaveLength(1);
    setup.billing.start();
    expect(setup.polls()).toHaveLength(2);
    setup.$state.set({ status: 'signed-out', reason: 'expired' });
    await setup.time.advance(60_000);
    expect(setup.polls()).toHaveLength(2);
    expect(setup.billing.$enrolment.get().step).toBe('choosing');
    setup.billing.destroy();
    expect(setup.time.pending()).toBe(0);
    expect(setup.page.listeners()).toBe(0);
  });

  it('stopping closes an open modal and clears an old error', async () => {
    const setup = createSetup();
    const stop = setup.billing.start();
    await setup.openCard();
    stop();
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
    const again = setup.billing.start();
    setup.billing.chooseProgram(null);
    await setup.billing.enroll();
    expect(setup.billing.$enrolment.get()).toMatchObject({ error: { code: 'plan-missing' } });
    again();
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
  });

  it('waits in the same way after returning from the wallet', async () => {
    const setup = createSetup();
    setup.billing.start();
    setup.billing.awaitSubscription();
    await setup.polls()[0]?.succeed(active);
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
  });
});

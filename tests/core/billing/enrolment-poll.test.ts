import { settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { active, createBench, waiting } from './billing-support.ts';

describe('waiting for an active subscription', () => {
  it('polls every second, one request at a time, until active, then refreshes the profile [billing.poll-until-active]', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    expect(bench.polls()).toHaveLength(1);
    await bench.time.advance(10_000);
    expect(bench.polls()).toHaveLength(1);
    await bench.polls()[0]?.succeed(waiting);
    await bench.time.advance(999);
    expect(bench.polls()).toHaveLength(1);
    await bench.time.advance(1);
    expect(bench.polls()).toHaveLength(2);
    await bench.polls()[1]?.succeed(active);
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    expect(bench.refreshes()).toBe(1);
    await bench.time.advance(60_000);
    expect(bench.polls()).toHaveLength(2);
    expect(bench.time.pending()).toBe(0);
  });

  it.each([500, 404, 'lose'])('continues after %s', async (how) => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    await (typeof how === 'number' ? bench.polls()[0]?.refuse(how) : bench.polls()[0]?.lose());
    await bench.time.advance(1000);
    expect(bench.polls()).toHaveLength(2);
  });

  it('respects Retry-After', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    await bench.polls()[0]?.refuse(429, { retryAfter: 7 });
    await bench.time.advance(6999);
    expect(bench.polls()).toHaveLength(1);
    await bench.time.advance(1);
    expect(bench.polls()).toHaveLength(2);
  });

  it('pauses while the page is hidden', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    await bench.polls()[0]?.succeed(waiting);
    bench.page.play('hidden');
    await bench.time.advance(30_000);
    expect(bench.polls()).toHaveLength(1);
    bench.page.play('visible');
    expect(bench.polls()).toHaveLength(2);
  });

  it('reports after 60 s that it takes longer, and continues [billing.poll-late]', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    await bench.time.advance(59_999);
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'confirming', late: false });
    await bench.time.advance(1);
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'confirming', late: true });
    await bench.polls()[0]?.succeed(waiting);
    await bench.time.advance(1000);
    expect(bench.polls()).toHaveLength(2);
  });

  it('stops with the message when the status is failed [billing.poll-failed]', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openPoll();
    await bench.polls()[0]?.succeed({ active: false, status: 'failed', message: 'Your card was declined.' });
    expect(bench.billing.$enrolment.get()).toEqual({
      step: 'choosing',
      error: { code: 'payment-failed', message: 'Your card was declined.' },
    });
    await bench.time.advance(60_000);
    expect(bench.polls()).toHaveLength(1);
  });

  it('pauses when stopped, resumes on start, and ends on sign-out', async () => {
    const bench = createBench();
    const stop = bench.billing.start();
    await bench.openPoll();
    stop();
    await settle();
    await bench.time.advance(10_000);
    expect(bench.polls()).toHaveLength(1);
    bench.billing.start();
    expect(bench.polls()).toHaveLength(2);
    bench.$state.set({ status: 'signed-out', reason: 'expired' });
    await bench.time.advance(60_000);
    expect(bench.polls()).toHaveLength(2);
    expect(bench.billing.$enrolment.get().step).toBe('choosing');
    bench.billing.destroy();
    expect(bench.time.pending()).toBe(0);
    expect(bench.page.listeners()).toBe(0);
  });

  it('stopping closes an open modal and clears an old error', async () => {
    const bench = createBench();
    const stop = bench.billing.start();
    await bench.openCard();
    stop();
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
    const again = bench.billing.start();
    bench.billing.chooseProgram(null);
    await bench.billing.enroll();
    expect(bench.billing.$enrolment.get()).toMatchObject({ error: { code: 'plan-missing' } });
    again();
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
  });

  it('waits in the same way after returning from the wallet', async () => {
    const bench = createBench();
    bench.billing.start();
    bench.billing.awaitSubscription();
    await bench.polls()[0]?.succeed(active);
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
  });
});

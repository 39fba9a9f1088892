import { recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { active, createBench, FORM, member, PROGRAMS } from './billing-support.ts';

describe('Enroll', () => {
  it.each([[{ status: 'signed-out', reason: 'none' } as const], [{ status: 'unknown' } as const]])(
    'sends a visitor (%j) to sign-in, without a request',
    async (state) => {
      const bench = createBench(state);
      bench.billing.chooseProgram(1);
      expect(await bench.billing.enroll()).toEqual({ ok: true, value: 'sign-in' });
      expect(bench.api.requests).toHaveLength(0);
    },
  );

  it('sends a subscriber to the profile, and lets a lapsed member buy again', async () => {
    const subscriber = createBench(member({ isSubscribed: true }));
    expect(await subscriber.billing.enroll()).toEqual({ ok: true, value: 'profile' });
    const lapsed = createBench(member({ user: { id: 7, expired_at: '2020-01-01' } as never }));
    lapsed.billing.chooseProgram(1);
    void lapsed.billing.enroll();
    expect(lapsed.api.requests).toHaveLength(1);
  });

  it('requires a plan', async () => {
    const bench = createBench();
    expect(await bench.billing.enroll()).toMatchObject({ ok: false, error: { code: 'plan-missing' } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it('by card: sends term, gateway and program once, and opens the modal [billing.intent-body]', async () => {
    const bench = createBench();
    const { states } = recordStates(bench.billing.$enrolment);
    bench.billing.chooseProgram(1);
    const first = bench.billing.enroll();
    expect(await bench.billing.enroll()).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(bench.api.requests).toHaveLength(1);
    expect(bench.api.latest('/web/create-payment-intent').input.body).toEqual({
      term: 1,
      gateway: 'stripe',
      program_id: 1,
    });
    await bench.api
      .latest('/web/create-payment-intent')
      .succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
    expect(await first).toEqual({ ok: true, value: 'here' });
    expect(states.map(({ step }) => step)).toEqual(['choosing', 'preparing', 'card']);
    expect(JSON.stringify(states)).not.toContain('seti_secret');
  });

  it('by wallet: redirects to a checked approveLink, and allows a new choice on return [billing.approve-link]', async () => {
    const bench = createBench();
    bench.billing.start();
    bench.billing.chooseProgram(1);
    bench.billing.chooseTerm(2);
    void bench.billing.enroll();
    const link = 'https://www.paypal.com/approve?token=1';
    await bench.api
      .latest('/web/create-payment-intent')
      .succeed({ approveLink: link, setupIntentClientSecret: null });
    expect(bench.redirects).toEqual([link]);
    bench.page.play('visible');
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
  });

  it.each([
    ['javascript:alert(1)', 'redirect-blocked'],
    ['https://evil.test/', 'redirect-blocked'],
    [null, 'intent-failed'],
  ])(
    'approveLink %j does not redirect, and Enroll is ready again (%s) [billing.approve-refused]',
    async (link, code) => {
      const bench = createBench();
      bench.billing.chooseProgram(1);
      bench.billing.chooseGateway('paypal');
      const done = bench.billing.enroll();
      await bench.api
        .latest('/web/create-payment-intent')
        .succeed({ approveLink: link, setupIntentClientSecret: null });
      expect(await done).toMatchObject({ ok: false, error: { code } });
      expect(bench.billing.$enrolment.get()).toMatchObject({ step: 'choosing', error: { code } });
      expect(bench.redirects).toEqual([]);
      expect(bench.log).toEqual(['Error during enrollment']);
    },
  );

  it('logs and reports a failed payment intent, and can be retried [billing.intent-failure]', async () => {
    const bench = createBench();
    bench.billing.chooseProgram(1);
    void bench.billing.enroll();
    await bench.api.latest('/web/create-payment-intent').refuse(503, { message: 'Stripe is away.' });
    expect(bench.billing.$enrolment.get()).toEqual({
      step: 'choosing',
      error: { code: 'intent-failed', message: 'Stripe is away.' },
    });
    expect(bench.log).toEqual(['Error during enrollment']);
    void bench.billing.enroll();
    expect(bench.api.waiting()).toHaveLength(1);
  });

  it('treats 409 as already subscribed, and refreshes the profile [billing.intent-conflict]', async () => {
    const bench = createBench();
    bench.billing.chooseProgram(1);
    const done = bench.billing.enroll();
    await bench.api.latest('/web/create-payment-intent').refuse(409);
    expect(await done).toEqual({ ok: true, value: 'profile' });
    expect(bench.refreshes()).toBe(1);
  });
});

describe('the payment method', () => {
  it('shows a card error inline and keeps the modal usable', async () => {
    const bench = createBench();
    await bench.openCard();
    void bench.billing.confirmCard(FORM);
    void bench.billing.confirmCard(FORM);
    expect(bench.cards).toHaveLength(1);
    expect(bench.cards[0]?.secret).toBe('seti_secret');
    bench.billing.closeCard();
    expect(bench.billing.$enrolment.get()).toMatchObject({ step: 'card', busy: true });
    await bench.cards[0]?.answer({ ok: false, message: 'Your card was declined.' });
    expect(bench.billing.$enrolment.get()).toMatchObject({
      step: 'card',
      busy: false,
      error: 'Your card was declined.',
    });
    void bench.billing.confirmCard(FORM);
    expect(bench.cards).toHaveLength(2);
  });

  it('replaces a spent intent and renews the card form [billing.set-up-elsewhere]', async () => {
    const bench = createBench();
    await bench.openCard();
    void bench.billing.confirmCard(FORM);
    await bench.cards[0]?.answer({ ok: false, message: 'status of canceled', spent: true });
    const again = bench.api.latest('/web/create-payment-intent');
    expect(again.input.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await again.succeed({ setupIntentClientSecret: 'seti_other' });
    expect(bench.billing.$enrolment.get()).toMatchObject({
      step: 'card',
      busy: false,
      error: null,
      renewals: 1,
    });
    void bench.billing.confirmCard(FORM);
    expect(bench.cards[1]?.secret).toBe('seti_other');
    await bench.cards[1]?.answer({ ok: true, paymentMethodId: 'pm_2' });
    const { input } = bench.api.latest('/web/create-subscription');
    expect(input.body).toMatchObject({ payment_method_id: 'pm_2' });
    expect(input.headers).toEqual({ 'Idempotency-Key': '00000000-0000-4000-8000-000000000002' });
  });

  it('finishes when already subscribed in another tab, and fails when the new intent fails', async () => {
    for (const status of [409, 503]) {
      const bench = createBench();
      await bench.openCard();
      void bench.billing.confirmCard(FORM);
      await bench.cards[0]?.answer({ ok: false, message: 'status of canceled', spent: true });
      await bench.api.latest('/web/create-payment-intent').refuse(status);
      expect(bench.billing.$enrolment.get()).toMatchObject(
        status === 409 ? { step: 'subscribed' } : { step: 'choosing', error: { code: 'intent-failed' } },
      );
    }
  });

  it('shows the quote while the card form is open', async () => {
    const bench = createBench();
    void bench.billing.loadPrograms();
    await bench.api.latest('/web/program').succeed(PROGRAMS);
    await bench.openCard();
    const charged = { quote: { today: 0, price: 50, trialDays: 7 } };
    expect(bench.billing.$enrolment.get()).toMatchObject(charged);
    void bench.billing.confirmCard(FORM);
    expect(bench.billing.$enrolment.get()).toMatchObject({ busy: true, ...charged });
    await bench.cards[0]?.answer({ ok: false, message: 'Your card was declined.' });
    expect(bench.billing.$enrolment.get()).toMatchObject({ busy: false, ...charged });
  });

  it('creates the subscription with an idempotency key [billing.subscription-body]', async () => {
    const bench = createBench();
    await bench.openCard();
    void bench.billing.confirmCard(FORM);
    await bench.cards[0]?.answer({ ok: true, paymentMethodId: 'pm_1' });
    const { input } = bench.api.latest('/web/create-subscription');
    expect(input.body).toEqual({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_1' });
    expect(input.headers).toEqual({ 'Idempotency-Key': '00000000-0000-4000-8000-000000000001' });
    expect(bench.billing.$enrolment.get().step).toBe('subscribing');
  });

  it.each(['lose', 500, 409, 429])(
    'after %s, Enroll repeats the same request with the same key [billing.idempotent]',
    async (how) => {
      const bench = createBench();
      await bench.openCard();
      void bench.billing.confirmCard(FORM);
      await bench.cards[0]?.answer({ ok: true, paymentMethodId: 'pm_1' });
      const first = bench.api.latest('/web/create-subscription');
      await (typeof how === 'number' ? first.refuse(how, { message: 'Away.' }) : first.lose());
      expect(bench.billing.$enrolment.get()).toMatchObject({
        step: 'choosing',
        error: { code: 'subscription-failed' },
      });
      void bench.billing.enroll();
      const second = bench.api.latest('/web/create-subscription');
      expect(second).not.toBe(first);
      expect(second.input.headers).toEqual(first.input.headers);
      expect(second.input.body).toEqual(first.input.body);
      expect(bench.api.requests.filter(({ path }) => path === '/web/create-payment-intent')).toHaveLength(1);
    },
  );

  it('after a rejection or another choice, Enroll requests a new payment intent', async () => {
    for (const change of ['refusal', 'choice']) {
      const bench = createBench();
      await bench.openCard();
      void bench.billing.confirmCard(FORM);
      await bench.cards[0]?.answer({ ok: true, paymentMethodId: 'pm_1' });
      await bench.api.latest('/web/create-subscription').refuse(change === 'refusal' ? 422 : 500);
      if (change === 'choice') {
        bench.billing.chooseTerm(2);
        bench.billing.chooseGateway('stripe');
      }
      void bench.billing.enroll();
      expect(bench.api.requests.filter(({ path }) => path === '/web/create-payment-intent')).toHaveLength(2);
    }
  });

  it('closing the modal, sign-out or another user discards the card result without a charge', async () => {
    for (const leave of ['reset', 'log-out', 'other'] as const) {
      const bench = createBench();
      bench.billing.start();
      await bench.openCard();
      void bench.billing.confirmCard(FORM);
      if (leave === 'reset') bench.billing.reset();
      else
        bench.$state.set(
          leave === 'log-out' ? { status: 'signed-out', reason: 'signed-out' } : member({ epoch: 2 }),
        );
      await bench.cards[0]?.answer({ ok: true, paymentMethodId: 'pm_1' });
      expect(bench.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
      expect(bench.api.requests.filter(({ path }) => path === '/web/create-subscription')).toHaveLength(0);
    }
  });

  it('the plan cannot change during payment', async () => {
    const bench = createBench();
    await bench.openCard();
    bench.billing.chooseTerm(2);
    bench.billing.chooseProgram(null);
    expect(bench.billing.$plan.get()).toEqual({ programId: 1, term: 1, gateway: 'stripe' });
  });

  it('accepts any 2xx response as success', async () => {
    const bench = createBench();
    bench.billing.start();
    await bench.openCard();
    void bench.billing.confirmCard(FORM);
    await bench.cards[0]?.answer({ ok: true, paymentMethodId: 'pm_1' });
    await bench.api.latest('/web/create-subscription').answer({
      kind: 'invalid-body',
      ok: false,
      status: 200,
      message: '',
      errors: {},
      retryAfter: null,
      problems: [],
    });
    expect(bench.billing.$enrolment.get().step).toBe('confirming');
  });
});

describe('a plain form', () => {
  const formOf = (fields: Record<string, string>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  it('chooses, enrolls and then submits the card', async () => {
    const bench = createBench();
    const enrolled = bench.billing.submit(formOf({ program: '1', term: '1' }));
    const intent = bench.api.latest('/web/create-payment-intent');
    expect(intent.input.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await intent.succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
    await enrolled;
    void bench.billing.submit(formOf({ number: '4242424242424242', expiry: '12/34', cvc: '123' }));
    expect(bench.cards).toMatchObject([{ secret: 'seti_secret', form: FORM }]);
  });

  it('uses the wallet for a yearly plan, unless the gateway field differs', () => {
    const bench = createBench();
    void bench.billing.submit(formOf({ program: '1', term: '2' }));
    expect(bench.billing.$plan.get()).toEqual({ programId: 1, term: 2, gateway: 'paypal' });
    const other = createBench();
    void other.billing.submit(formOf({ program: '1', term: '2', gateway: 'stripe' }));
    expect(other.billing.$plan.get()).toEqual({ programId: 1, term: 2, gateway: 'stripe' });
  });

  it('reports a missing plan, a missing sign-in or an existing subscription', async () => {
    const nothing = createBench();
    await nothing.billing.submit(formOf({ program: '', term: '1' }));
    expect(nothing.billing.$enrolment.get()).toMatchObject({ error: { code: 'plan-missing' } });
    const visitor = createBench({ status: 'signed-out', reason: 'none' });
    await visitor.billing.submit(formOf({ program: '1', term: '1' }));
    expect(visitor.billing.$enrolment.get()).toMatchObject({
      step: 'choosing',
      error: { code: 'signed-out' },
    });
    const subscriber = createBench(member({ isSubscribed: true }));
    await subscriber.billing.submit(formOf({ program: '1', term: '1' }));
    expect(subscriber.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
  });

  it('a new subscriber goes to the profile, and can enroll again when the plan ends', async () => {
    const bench = createBench();
    bench.billing.chooseProgram(1);
    bench.billing.start();
    await bench.openPoll();
    await bench.polls()[0]?.succeed(active);
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    const asked = bench.api.requests.length;
    for (const runs of [member({ isSubscribed: true }), member({ profile: 'failed' })]) {
      bench.$state.set(runs);
      expect(await bench.billing.enroll()).toEqual({ ok: true, value: 'profile' });
    }
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    expect(bench.api.requests).toHaveLength(asked);
    bench.$state.set(member({ user: { id: 7, expired_at: '2020-01-01' } as never }));
    bench.billing.chooseProgram(1);
    void bench.billing.enroll();
    expect(bench.billing.$enrolment.get()).toEqual({ step: 'preparing' });
  });

  it('starting billing also starts the session', () => {
    const bench = createBench();
    expect(bench.sessions()).toBe(0);
    const stop = bench.billing.start();
    expect(bench.sessions()).toBe(1);
    stop();
    expect(bench.sessions()).toBe(0);
  });
});

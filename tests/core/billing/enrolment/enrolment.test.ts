import { errorResponse, recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { active, createSetup, FORM, member, PROGRAMS } from '../billing-support.ts';

describe('Enroll', () => {
  it.each([[{ status: 'signed-out', reason: 'none' } as const], [{ status: 'unknown' } as const]])(
    'sends a visitor (%j) to sign-in, without a request',
    async (state) => {
      const setup = createSetup(state);
      setup.billing.chooseProgram(1);
      expect(await setup.billing.enroll()).toEqual({ ok: true, value: 'sign-in' });
      expect(setup.api.requests).toHaveLength(0);
    },
  );

  it('sends a subscriber to the profile, and lets a lapsed member buy again', async () => {
    const subscriber = createSetup(member({ isSubscribed: true }));
    expect(await subscriber.billing.enroll()).toEqual({ ok: true, value: 'profile' });
    const lapsed = createSetup(member({ user: { id: 7, expired_at: '2020-01-01' } as never }));
    lapsed.billing.chooseProgram(1);
    void lapsed.billing.enroll();
    expect(lapsed.api.requests).toHaveLength(1);
  });

  it('requires a plan', async () => {
    const setup = createSetup();
    expect(await setup.billing.enroll()).toMatchObject({ ok: false, error: { code: 'plan-missing' } });
    expect(setup.api.requests).toHaveLength(0);
  });

  it('by card: sends term, gateway and program once, and opens the modal [call.create-payment-intent]', async () => {
    const setup = createSetup();
    const { states } = recordStates(setup.billing.$enrolment);
    setup.billing.chooseProgram(1);
    const first = setup.billing.enroll();
    expect(await setup.billing.enroll()).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(setup.api.requests).toHaveLength(1);
    expect(setup.api.latest('/web/create-payment-intent').input.body).toEqual({
      term: 1,
      gateway: 'stripe',
      program_id: 1,
    });
    await setup.api
      .latest('/web/create-payment-intent')
      .succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
    expect(await first).toEqual({ ok: true, value: 'here' });
    expect(states.map(({ step }) => step)).toEqual(['choosing', 'preparing', 'card']);
    expect(JSON.stringify(states)).not.toContain('seti_secret');
  });

  it('by wallet: redirects to a checked approveLink, and allows a new choice on return [billing.approve-link]', async () => {
    const setup = createSetup();
    setup.billing.start();
    setup.billing.chooseProgram(1);
    setup.billing.chooseTerm(2);
    void setup.billing.enroll();
    const link = 'https://www.paypal.com/approve?token=1';
    await setup.api
      .latest('/web/create-payment-intent')
      .succeed({ approveLink: link, setupIntentClientSecret: null });
    expect(setup.redirects).toEqual([link]);
    setup.page.play('visible');
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
  });

  it.each([
    ['javascript:alert(1)', 'redirect-blocked'],
    ['https://evil.test/', 'redirect-blocked'],
    [null, 'intent-failed'],
  ])(
    'approveLink %j does not redirect, and Enroll is ready again (%s) [billing.approve-refused]',
    async (link, code) => {
      const setup = createSetup();
      setup.billing.chooseProgram(1);
      setup.billing.chooseGateway('paypal');
      const done = setup.billing.enroll();
      await setup.api
        .latest('/web/create-payment-intent')
        .succeed({ approveLink: link, setupIntentClientSecret: null });
      expect(await done).toMatchObject({ ok: false, error: { code } });
      expect(setup.billing.$enrolment.get()).toMatchObject({ step: 'choosing', error: { code } });
      expect(setup.redirects).toEqual([]);
      expect(setup.log).toEqual(['Error during enrollment']);
    },
  );

  it('logs and reports a failed payment intent, and can be retried [billing.intent-failure]', async () => {
    const setup = createSetup();
    setup.billing.chooseProgram(1);
    void setup.billing.enroll();
    await setup.api.latest('/web/create-payment-intent').refuse(503, { message: 'Stripe is away.' });
    expect(setup.billing.$enrolment.get()).toEqual({
      step: 'choosing',
      error: { code: 'intent-failed', message: 'Stripe is away.' },
    });
    expect(setup.log).toEqual(['Error during enrollment']);
    void setup.billing.enroll();
    expect(setup.api.waiting()).toHaveLength(1);
  });

  it('treats 409 as already subscribed, and refreshes the profile [billing.intent-conflict]', async () => {
    const setup = createSetup();
    setup.billing.chooseProgram(1);
    const done = setup.billing.enroll();
    await setup.api.latest('/web/create-payment-intent').refuse(409);
    expect(await done).toEqual({ ok: true, value: 'profile' });
    expect(setup.refreshes()).toBe(1);
  });
});

describe('the payment method', () => {
  it('shows a card error inline and keeps the modal usable', async () => {
    const setup = createSetup();
    await setup.openCard();
    void setup.billing.confirmCard(FORM);
    void setup.billing.confirmCard(FORM);
    expect(setup.cards).toHaveLength(1);
    expect(setup.cards[0]?.secret).toBe('seti_secret');
    setup.billing.closeCard();
    expect(setup.billing.$enrolment.get()).toMatchObject({ step: 'card', busy: true });
    await setup.cards[0]?.respond({ ok: false, message: 'Your card was declined.' });
    expect(setup.billing.$enrolment.get()).toMatchObject({
      step: 'card',
      busy: false,
      error: 'Your card was declined.',
    });
    void setup.billing.confirmCard(FORM);
    expect(setup.cards).toHaveLength(2);
  });

  it('replaces a spent intent and renews the card form [billing.set-up-elsewhere]', async () => {
    const setup = createSetup();
    await setup.setUpCard({ ok: false, message: 'status of canceled', spent: true });
    const again = setup.api.latest('/web/create-payment-intent');
    expect(again.input.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await again.succeed({ setupIntentClientSecret: 'seti_other' });
    expect(setup.billing.$enrolment.get()).toMatchObject({
      step: 'card',
      busy: false,
      error: null,
      renewals: 1,
    });
    void setup.billing.confirmCard(FORM);
    expect(setup.cards[1]?.secret).toBe('seti_other');
    await setup.cards[1]?.respond({ ok: true, paymentMethodId: 'pm_2' });
    const { input } = setup.api.latest('/web/create-subscription');
    expect(input.body).toMatchObject({ payment_method_id: 'pm_2' });
    expect(input.headers).toEqual({ 'Idempotency-Key': '00000000-0000-4000-8000-000000000002' });
  });

  it('finishes when already subscribed in another tab, and fails when the new intent fails', async () => {
    for (const status of [409, 503]) {
      const setup = createSetup();
      await setup.setUpCard({ ok: false, message: 'status of canceled', spent: true });
      await setup.api.latest('/web/create-payment-intent').refuse(status);
      expect(setup.billing.$enrolment.get()).toMatchObject(
        status === 409 ? { step: 'subscribed' } : { step: 'choosing', error: { code: 'intent-failed' } },
      );
    }
  });

  it('shows the quote while the card form is open', async () => {
    const setup = createSetup();
    void setup.billing.loadPrograms();
    await setup.api.latest('/web/program').succeed(PROGRAMS);
    await setup.openCard();
    const charged = { quote: { today: 0, price: 50, trialDays: 7 } };
    expect(setup.billing.$enrolment.get()).toMatchObject(charged);
    void setup.billing.confirmCard(FORM);
    expect(setup.billing.$enrolment.get()).toMatchObject({ busy: true, ...charged });
    await setup.cards[0]?.respond({ ok: false, message: 'Your card was declined.' });
    expect(setup.billing.$enrolment.get()).toMatchObject({ busy: false, ...charged });
  });

  it.each(['lose', 500, 409, 429])(
    'after %s, Enroll repeats the same request with the same key [billing.idempotent]',
    async (how) => {
      const setup = createSetup();
      await setup.setUpCard();
      const first = setup.api.latest('/web/create-subscription');
      await (typeof how === 'number' ? first.refuse(how, { message: 'Away.' }) : first.lose());
      expect(setup.billing.$enrolment.get()).toMatchObject({
        step: 'choosing',
        error: { code: 'subscription-failed' },
      });
      void setup.billing.enroll();
      const second = setup.api.latest('/web/create-subscription');
      expect(second).not.toBe(first);
      expect(second.input.headers).toEqual(first.input.headers);
      expect(second.input.body).toEqual(first.input.body);
      expect(setup.api.requests.filter(({ path }) => path === '/web/create-payment-intent')).toHaveLength(1);
    },
  );

  it('after a rejection or another choice, Enroll requests a new payment intent', async () => {
    for (const change of ['refusal', 'choice']) {
      const setup = createSetup();
      await setup.setUpCard();
      await setup.api.latest('/web/create-subscription').refuse(change === 'refusal' ? 422 : 500);
      if (change === 'choice') {
        setup.billing.chooseTerm(2);
        setup.billing.chooseGateway('stripe');
      }
      void setup.billing.enroll();
      expect(setup.api.requests.filter(({ path }) => path === '/web/create-payment-intent')).toHaveLength(2);
    }
  });

  it('charges nothing when the modal is closed or the user changes before the card result', async () => {
    for (const leave of ['reset', 'log-out', 'other'] as const) {
      const setup = createSetup();
      setup.billing.start();
      await setup.openCard();
      void setup.billing.confirmCard(FORM);
      if (leave === 'reset') setup.billing.reset();
      else
        setup.$state.set(
          leave === 'log-out' ? { status: 'signed-out', reason: 'signed-out' } : member({ epoch: 2 }),
        );
      await setup.cards[0]?.respond({ ok: true, paymentMethodId: 'pm_1' });
      expect(setup.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
      expect(setup.api.requests.filter(({ path }) => path === '/web/create-subscription')).toHaveLength(0);
    }
  });

  it('the plan cannot change during payment', async () => {
    const setup = createSetup();
    await setup.openCard();
    setup.billing.chooseTerm(2);
    setup.billing.chooseProgram(null);
    expect(setup.billing.$plan.get()).toEqual({ programId: 1, term: 1, gateway: 'stripe' });
  });

  it('accepts any 2xx response as success', async () => {
    const setup = createSetup();
    setup.billing.start();
    await setup.setUpCard();
    await setup.api.latest('/web/create-subscription').respond(errorResponse(200, { kind: 'invalid-body' }));
    expect(setup.billing.$enrolment.get().step).toBe('confirming');
  });
});

describe('a plain form', () => {
  const formOf = (fields: Record<string, string>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  it('chooses, enrolls and then submits the card', async () => {
    const setup = createSetup();
    const enrolled = setup.billing.submit(formOf({ program: '1', term: '1' }));
    const intent = setup.api.latest('/web/create-payment-intent');
    expect(intent.input.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await intent.succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
    await enrolled;
    void setup.billing.submit(formOf({ number: '4242424242424242', expiry: '12/34', cvc: '123' }));
    expect(setup.cards).toMatchObject([{ secret: 'seti_secret', form: FORM }]);
  });

  it('uses the wallet for a yearly plan, unless the gateway field differs', () => {
    const setup = createSetup();
    void setup.billing.submit(formOf({ program: '1', term: '2' }));
    expect(setup.billing.$plan.get()).toEqual({ programId: 1, term: 2, gateway: 'paypal' });
    const other = createSetup();
    void other.billing.submit(formOf({ program: '1', term: '2', gateway: 'stripe' }));
    expect(other.billing.$plan.get()).toEqual({ programId: 1, term: 2, gateway: 'stripe' });
  });

  it('reports a missing plan, a missing sign-in or an existing subscription', async () => {
    const nothing = createSetup();
    await nothing.billing.submit(formOf({ program: '', term: '1' }));
    expect(nothing.billing.$enrolment.get()).toMatchObject({ error: { code: 'plan-missing' } });
    const visitor = createSetup({ status: 'signed-out', reason: 'none' });
    await visitor.billing.submit(formOf({ program: '1', term: '1' }));
    expect(visitor.billing.$enrolment.get()).toMatchObject({
      step: 'choosing',
      error: { code: 'signed-out' },
    });
    const subscriber = createSetup(member({ isSubscribed: true }));
    await subscriber.billing.submit(formOf({ program: '1', term: '1' }));
    expect(subscriber.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
  });

  it('a new subscriber goes to the profile, and can enroll again when the plan ends', async () => {
    const setup = createSetup();
    setup.billing.chooseProgram(1);
    setup.billing.start();
    await setup.openPoll();
    await setup.polls()[0]?.succeed(active);
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    const requested = setup.api.requests.length;
    for (const runs of [member({ isSubscribed: true }), member({ profile: 'failed' })]) {
      setup.$state.set(runs);
      expect(await setup.billing.enroll()).toEqual({ ok: true, value: 'profile' });
    }
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
    expect(setup.api.requests).toHaveLength(requested);
    setup.$state.set(member({ user: { id: 7, expired_at: '2020-01-01' } as never }));
    setup.billing.chooseProgram(1);
    void setup.billing.enroll();
    expect(setup.billing.$enrolment.get()).toEqual({ step: 'preparing' });
  });

  it('starting billing also starts the session', () => {
    const setup = createSetup();
    expect(setup.sessions()).toBe(0);
    const stop = setup.billing.start();
    expect(setup.sessions()).toBe(1);
    stop();
    expect(setup.sessions()).toBe(0);
  });
});

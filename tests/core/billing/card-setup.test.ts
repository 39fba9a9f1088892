import { createCardSetup, createStripeCardSetup, type StripeScript } from '@openbell/core/billing';
import { createFakeApi, settle } from '@openbell/core/testing';
import { describe, expect, it } from 'vitest';
import { FORM } from './billing-support.ts';

describe('the sandbox card set-up (decisions.md 9)', () => {
  it('posts the secret and the number, without blanks, to the sandbox', async () => {
    const api = createFakeApi(settle);
    const done = createCardSetup({ provider: 'sandbox' }, { api }).confirm('seti_secret', {
      ...FORM,
      kind: 'fields',
      number: '4242 4242-4242 4242',
      expiry: '',
      cvc: '',
    });
    const request = api.latest('/dev/cards/confirm');
    expect(request.method).toBe('POST');
    expect(request.input.body).toEqual({ client_secret: 'seti_secret', number: '4242424242424242' });
    await request.succeed({ payment_method_id: 'pm_1' });
    expect(await done).toEqual({ ok: true, paymentMethodId: 'pm_1' });
  });

  it.each([
    ['a declined card', 402, 'Your card was declined.'],
    ['no answer', 0, ''],
  ])('%s is a message, never a rejection', async (_, status, message) => {
    const api = createFakeApi(settle);
    const done = createCardSetup({ provider: 'sandbox' }, { api }).confirm('s', FORM);
    const request = api.latest('/dev/cards/confirm');
    await (status === 0 ? request.lose() : request.refuse(status, { message }));
    expect(await done).toEqual({ ok: false, message });
  });
});

describe('the Stripe card set-up', () => {
  type Outcome = Awaited<ReturnType<StripeScript['confirmCardSetup']>>;
  const card = { mount: () => {}, unmount: () => {} };
  const script = (outcome: () => Promise<Outcome>): StripeScript => ({
    elements: () => ({ create: () => card }),
    confirmCardSetup: outcome,
  });
  const setupWith = (outcome: () => Promise<Outcome>) =>
    createStripeCardSetup({ publishableKey: 'pk_test', load: async () => script(outcome) });
  const form = { kind: 'mounted' as const, card };

  it.each(['pm_1', { id: 'pm_1' }])('gives the payment method, as %j', async (payment_method) => {
    const setup = setupWith(async () => ({ setupIntent: { payment_method } }));
    expect(await setup.confirm('s', form)).toEqual({ ok: true, paymentMethodId: 'pm_1' });
  });

  it('traps 5.35: a set-up that has succeeded already counts', async () => {
    const setup_intent = { status: 'succeeded', payment_method: 'pm_1' };
    const setup = setupWith(async () => ({ error: { message: 'unexpected state', setup_intent } }));
    expect(await setup.confirm('s', form)).toEqual({ ok: true, paymentMethodId: 'pm_1' });
  });

  it("a refusal is the provider's message; a script that throws is none", async () => {
    const refused = setupWith(async () => ({ error: { message: 'Declined.' } }));
    expect(await refused.confirm('s', form)).toEqual({ ok: false, message: 'Declined.' });
    const broken = setupWith(async () => {
      throw new Error('gone');
    });
    expect(await broken.confirm('s', form)).toEqual({ ok: false, message: '' });
  });

  it('loads the script when the form is first drawn, once, and again after a failure', async () => {
    let loads = 0;
    const setup = createStripeCardSetup({
      publishableKey: 'pk_test',
      load: async () => {
        loads += 1;
        if (loads === 1) throw new Error('blocked');
        return script(async () => ({}));
      },
    });
    expect(loads).toBe(0);
    const host = {} as HTMLElement;
    await expect(setup.mount?.(host)).rejects.toThrow('blocked');
    await setup.mount?.(host);
    await setup.mount?.(host);
    expect(loads).toBe(2);
  });
});

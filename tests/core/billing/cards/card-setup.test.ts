import {
  type CardFormLook,
  createCardSetup,
  createStripeCardSetup,
  type StripeOutcome,
  type StripeScript,
} from '@openbell/core/billing';
import { createFakeApi, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { FORM } from '../billing-support.ts';

describe('the sandbox card setup', () => {
  it('posts the secret and the number, without separators, to the sandbox [billing.card-confirmation]', async () => {
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
    ['no response', 0, ''],
  ])('%s resolves with a message and does not throw', async (_, status, message) => {
    const api = createFakeApi(settle);
    const done = createCardSetup({ provider: 'sandbox' }, { api }).confirm('s', FORM);
    const request = api.latest('/dev/cards/confirm');
    await (status === 0 ? request.lose() : request.refuse(status, { message }));
    expect(await done).toEqual({ ok: false, message });
  });
});

it('a 409 from the sandbox marks the intent as spent', async () => {
  const api = createFakeApi(settle);
  const done = createCardSetup({ provider: 'sandbox' }, { api }).confirm('s', FORM);
  await api.latest('/dev/cards/confirm').refuse(409, { message: 'status of canceled' });
  expect(await done).toEqual({ ok: false, message: 'status of canceled', spent: true });
});

describe('the Stripe card setup', () => {
  const look: CardFormLook = { theme: 'light', colors: {} };
  const host = {} as HTMLElement;

  /** A fake Stripe script; the test decides when its form is ready. */
  function playScript(outcome: () => Promise<StripeOutcome> = async () => ({})) {
    const opened: { secret: string; look: CardFormLook; destroyed: number }[] = [];
    let ready = (): void => {};
    let loadError = (): void => {};
    const script: StripeScript = {
      open(secret, shown) {
        const entry = { secret, look: shown, destroyed: 0 };
        opened.push(entry);
        return {
          createPayment: () => ({
            mount: () => {},
            destroy: () => {
              entry.destroyed += 1;
            },
            onReady: (listener) => {
              ready = listener;
            },
            onLoadError: (listener) => {
              loadError = listener;
            },
          }),
          confirm: outcome,
        };
      },
    };
    return { script, opened, ready: () => ready(), loadError: () => loadError() };
  }

  async function confirmWith(outcome: () => Promise<StripeOutcome>) {
    const played = playScript(outcome);
    const setup = createStripeCardSetup({ publishableKey: 'pk_test', load: async () => played.script });
    const mounting = setup.mount?.(host, { clientSecret: 'seti_secret', look });
    await settle();
    played.ready();
    const mounted = await mounting;
    return setup.confirm('seti_secret', mounted?.form ?? FORM);
  }

  it.each(['pm_1', { id: 'pm_1' }])(
    'returns the payment method from %j [billing.card-confirmation]',
    async (payment_method) => {
      const setupIntent = { status: 'succeeded', payment_method };
      expect(await confirmWith(async () => ({ setupIntent }))).toEqual({ ok: true, paymentMethodId: 'pm_1' });
    },
  );

  it('accepts a setup that has already succeeded', async () => {
    const setup_intent = { status: 'succeeded', payment_method: 'pm_1' };
    const result = await confirmWith(async () => ({ error: { message: 'unexpected state', setup_intent } }));
    expect(result).toEqual({ ok: true, paymentMethodId: 'pm_1' });
  });

  it("returns the provider's message for a refusal, and an empty one when the script throws [billing.card-confirmation]", async () => {
    expect(await confirmWith(async () => ({ error: { message: 'Declined.' } }))).toEqual({
      ok: false,
      message: 'Declined.',
    });
    const broken = confirmWith(async () => {
      throw new Error('gone');
    });
    expect(await broken).toEqual({ ok: false, message: '' });
  });

  it('returns no payment method for an incomplete setup or an invalid form', async () => {
    const setupIntent = { status: 'requires_action', payment_method: 'pm_1' };
    expect(await confirmWith(async () => ({ setupIntent }))).toEqual({ ok: false, message: '' });
    const setup = createStripeCardSetup({ publishableKey: 'pk_test', load: async () => null });
    expect(await setup.confirm('s', FORM)).toEqual({ ok: false, message: '' });
    expect(await setup.confirm('s', { kind: 'mounted', card: {} })).toEqual({ ok: false, message: '' });
  });

  it('mounts the form of its own setup intent, with the look of the page', async () => {
    const played = playScript();
    const setup = createStripeCardSetup({ publishableKey: 'pk_test', load: async () => played.script });
    const dark: CardFormLook = { theme: 'dark', colors: { text: 'rgb(1, 2, 3)' } };
    const mounting = setup.mount?.(host, { clientSecret: 'seti_secret', look: dark });
    await settle();
    played.ready();
    const mounted = await mounting;
    expect(played.opened).toEqual([{ secret: 'seti_secret', look: dark, destroyed: 0 }]);
    mounted?.unmount();
    expect(played.opened[0]?.destroyed).toBe(1);
  });

  it('loads the script once on first mount, and again after a failure', async () => {
    let loads = 0;
    const played = playScript();
    const setup = createStripeCardSetup({
      publishableKey: 'pk_test',
      load: async () => {
        loads += 1;
        if (loads === 1) throw new Error('blocked');
        return played.script;
      },
    });
    expect(loads).toBe(0);
    const place = { clientSecret: 's', look };
    await expect(setup.mount?.(host, place)).rejects.toThrow('blocked');
    for (let time = 0; time < 2; time += 1) {
      const mounting = setup.mount?.(host, place);
      await settle();
      played.ready();
      await mounting;
    }
    expect(loads).toBe(2);
  });

  it('destroys a form that fails to load or is aborted', async () => {
    for (const how of ['load error', 'gone'] as const) {
      const played = playScript();
      const setup = createStripeCardSetup({ publishableKey: 'pk_test', load: async () => played.script });
      const removed = new AbortController();
      const mounting = setup.mount?.(host, { clientSecret: 's', look, signal: removed.signal });
      const rejected = expect(mounting).rejects.toThrow();
      await settle();
      if (how === 'gone') removed.abort();
      else played.loadError();
      await rejected;
      expect(played.opened[0]?.destroyed).toBe(1);
    }
  });

  it('does not open a form when aborted before the script loads', async () => {
    const played = playScript();
    const setup = createStripeCardSetup({ publishableKey: 'pk_test', load: async () => played.script });
    const removed = new AbortController();
    removed.abort();
    await expect(setup.mount?.(host, { clientSecret: 's', look, signal: removed.signal })).rejects.toThrow();
    expect(played.opened).toEqual([]);
  });
});

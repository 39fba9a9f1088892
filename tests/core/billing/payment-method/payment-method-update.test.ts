import {
  cardExpiry,
  createPaymentMethodUpdate,
  formatExpiryMonth,
} from '@openbell/core/billing/payment-method';
import type { SessionState } from '@openbell/core/session';
import { createFakeApi, createFakePage, createFakeRandom, settle } from '@openbell/testing';
import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { createFakeCards, FORM, member } from '../billing-support.ts';

const intentPath = '/web/payment-method-intent';
const updatePath = '/web/update-payment-method';

function createSetup() {
  const api = createFakeApi(settle);
  const page = createFakePage();
  const redirects: string[] = [];
  const $state = atom<SessionState>(member());
  const { cards, cardSetup } = createFakeCards();
  let refreshes = 0;
  const update = createPaymentMethodUpdate({
    api,
    session: {
      $state,
      refreshProfile: async () => {
        refreshes += 1;
        return { ok: false, error: { code: 'unavailable', message: '', retryAfter: null } };
      },
    },
    cardSetup,
    page,
    random: createFakeRandom(),
    origin: () => 'https://app.example',
    redirect: (url) => redirects.push(url),
  });
  const requestsTo = (wanted: string) => api.requests.filter(({ path }) => path === wanted);
  return {
    api,
    page,
    redirects,
    $state,
    cards,
    update,
    requestsTo,
    refreshes: () => refreshes,
    async openForm(): Promise<void> {
      const done = update.open();
      await api.latest(intentPath).succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
      await done;
    },
    /** Advances to the request that saves the card. */
    async save(): Promise<void> {
      await this.openForm();
      void update.confirmCard(FORM);
      await cards.at(-1)?.respond({ ok: true, paymentMethodId: 'pm_1' });
    },
  };
}

describe('changing the card', () => {
  it('sets a card up, saves it and refreshes the profile [billing.update-card]', async () => {
    const setup = createSetup();
    const { api, cards, update, refreshes } = setup;
    await setup.openForm();
    expect(update.$state.get()).toEqual({ step: 'card', busy: false, error: null, renewals: 0 });
    void update.confirmCard(FORM);
    expect(cards[0]).toMatchObject({ secret: 'seti_secret', form: FORM });
    await cards[0]?.respond({ ok: true, paymentMethodId: 'pm_1' });
    const request = api.latest(updatePath);
    expect(request.input.body).toEqual({ payment_method_id: 'pm_1' });
    expect(request.input.headers).toMatchObject({ 'Idempotency-Key': expect.any(String) });
    await request.succeed({ message: 'Your card is updated.', subscription: null });
    expect(update.$state.get()).toEqual({ step: 'saved', message: 'Your card is updated.' });
    expect(refreshes()).toBe(1);
  });

  it('opens one form and saves once however often the buttons are pressed [billing.update-once]', async () => {
    const { api, cards, update, requestsTo } = createSetup();
    void update.open();
    void update.open();
    expect(requestsTo(intentPath)).toHaveLength(1);
    await api.latest(intentPath).succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
    void update.confirmCard(FORM);
    void update.confirmCard(FORM);
    update.close();
    expect(cards).toHaveLength(1);
    await cards[0]?.respond({ ok: true, paymentMethodId: 'pm_1' });
    void update.open();
    expect(requestsTo(updatePath)).toHaveLength(1);
    expect(update.$state.get()).toEqual({ step: 'saving' });
  });

  it("shows the provider's message and keeps the form open when the card is refused [billing.update-declined]", async () => {
    const setup = createSetup();
    await setup.openForm();
    void setup.update.confirmCard(FORM);
    await setup.cards[0]?.respond({ ok: false, message: 'Your card has expired.' });
    expect(setup.update.$state.get()).toMatchObject({
      step: 'card',
      busy: false,
      error: 'Your card has expired.',
    });
  });

  it('says so and starts with a new form when the payment is declined [billing.update-declined]', async () => {
    const setup = createSetup();
    await setup.save();
    await setup.api.latest(updatePath).refuse(402, { message: 'Your card was declined.' });
    expect(setup.update.$state.get()).toEqual({
      step: 'idle',
      error: { code: 'declined', message: 'Your card was declined.' },
    });
    void setup.update.open();
    expect(setup.requestsTo(intentPath)).toHaveLength(2);
  });

  it('retries with the same card and key when it is not known whether it was saved [billing.update-retry]', async () => {
    const setup = createSetup();
    await setup.save();
    const first = setup.api.latest(updatePath);
    await first.refuse(503, { message: 'The payment service is not responding.' });
    expect(setup.update.$state.get()).toMatchObject({ step: 'idle', error: { code: 'not-saved' } });
    void setup.update.open();
    const second = setup.api.latest(updatePath);
    expect(setup.requestsTo(intentPath)).toHaveLength(1);
    expect(second.input).toEqual(first.input);
    await second.succeed({ message: '', subscription: null });
    expect(setup.update.$state.get()).toEqual({ step: 'saved', message: '' });
  });

  it('opens a new form when the set-up intent no longer accepts a card [billing.update-card]', async () => {
    const setup = createSetup();
    await setup.openForm();
    void setup.update.confirmCard(FORM);
    await setup.cards[0]?.respond({ ok: false, message: '', spent: true });
    await setup.api.latest(intentPath).succeed({ approveLink: null, setupIntentClientSecret: 'seti_2' });
    expect(setup.update.$state.get()).toMatchObject({ step: 'card', renewals: 1 });
  });

  it('is absent with a backend without the call [billing.update-absent]', async () => {
    const { api, update } = createSetup();
    void update.open();
    await api.latest(intentPath).refuse(404, { message: 'Not found.' });
    expect(update.$state.get()).toEqual({ step: 'absent' });
  });

  it('drops everything when another member signs in, and when the form is closed [billing.update-once]', async () => {
    const setup = createSetup();
    await setup.openForm();
    setup.update.close();
    expect(setup.update.$state.get()).toEqual({ step: 'idle', error: null });
    await setup.save();
    setup.$state.set(member({ epoch: 2 }));
    await setup.api.latest(updatePath).succeed({ message: 'Your card is updated.', subscription: null });
    expect(setup.update.$state.get()).toEqual({ step: 'idle', error: null });
    expect(setup.refreshes()).toBe(0);
  });

  it('drops the form of another member instead of saving its card [billing.update-once]', async () => {
    const setup = createSetup();
    await setup.openForm();
    setup.$state.set(member({ epoch: 2 }));
    void setup.update.confirmCard(FORM);
    expect(setup.cards).toEqual([]);
    expect(setup.update.$state.get()).toEqual({ step: 'idle', error: null });
  });
});

describe('changing the wallet', () => {
  it.each([
    ['https://www.paypal.com/revise?ba_token=1', 'https://www.paypal.com/revise?ba_token=1'],
    ['/dev/wallet/revise?ba_token=1', 'https://app.example/dev/wallet/revise?ba_token=1'],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
  ])('leads to %s only if it is allowed [billing.update-wallet]', async (approveLink, target) => {
    const { api, update, redirects } = createSetup();
    void update.open();
    await api.latest(intentPath).succeed({ approveLink, setupIntentClientSecret: null });
    expect(redirects).toEqual(target === null ? [] : [target]);
    expect(update.$state.get()).toMatchObject(
      target === null ? { step: 'idle', error: { code: 'redirect-blocked' } } : { step: 'redirecting' },
    );
  });
});

describe('returning from the wallet with the Back button', () => {
  it('can change the wallet again [billing.update-wallet]', async () => {
    const { api, update, page, redirects } = createSetup();
    for (const count of [1, 2]) {
      void update.open();
      await api
        .latest(intentPath)
        .succeed({ approveLink: 'https://www.paypal.com/revise', setupIntentClientSecret: null });
      expect(redirects).toHaveLength(count);
      page.play('hidden');
      expect(update.$state.get()).toEqual({ step: 'redirecting' });
      page.play('visible');
      expect(update.$state.get()).toEqual({ step: 'idle', error: null });
      expect(page.listeners()).toBe(0);
    }
  });

  it('does not listen to the page after destroy', async () => {
    const { api, update, page } = createSetup();
    void update.open();
    await api
      .latest(intentPath)
      .succeed({ approveLink: 'https://www.paypal.com/revise', setupIntentClientSecret: null });
    update.destroy();
    expect(page.listeners()).toBe(0);
  });
});

describe('the expiry of a card', () => {
  const expires = Date.UTC(2027, 0, 1);
  const plan = (parts: object = {}) => ({
    cancel_at_period_end: false,
    payment_method: {
      type: 'card' as const,
      brand: 'visa',
      last4: '4242',
      expires_at: new Date(expires).toISOString(),
      ...parts,
    },
  });
  const DAY = 86_400_000;

  it('is announced from 30 days before it, also after it [billing.card-expiry]', () => {
    expect(cardExpiry(plan(), expires - 30 * DAY - 1)).toBeNull();
    expect(cardExpiry(plan(), expires - 30 * DAY)).toBe(expires);
    expect(cardExpiry(plan(), expires + DAY)).toBe(expires);
    expect(formatExpiryMonth(expires)).toBe('December 2026');
  });

  it('is not announced when the card is unknown or will not be charged again [billing.card-expiry]', () => {
    expect(cardExpiry(null, expires)).toBeNull();
    expect(cardExpiry(plan({ expires_at: null }), expires)).toBeNull();
    expect(cardExpiry({ ...plan(), cancel_at_period_end: true }, expires)).toBeNull();
    expect(cardExpiry({ ...plan(), payment_method: null }, expires)).toBeNull();
  });
});

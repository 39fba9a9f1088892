import type { OpenbellOptions } from '@openbell/core';
import { ProfileView } from '@openbell/ui/account';
import { CardExpiryNotice, PastDueNotice } from '@openbell/ui/billing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { enter, openApp, subscriptionOf, USER } from '../account/account-support.tsx';

const CARD = { type: 'card', brand: 'visa', last4: '4242', expires_at: '2035-01-01T00:00:00Z' };
const subscription = (parts: object = {}) => subscriptionOf({ payment_method: CARD, ...parts });
const user = { ...USER, expired_at: '2026-12-21T12:00:00Z' };
const section = () => screen.getByRole('region', { name: 'Payment method' });

async function openProfile(parts: object = {}, options: Partial<OpenbellOptions> = {}) {
  const app = openApp(<ProfileView />, options);
  const plan = subscription(parts);
  await enter(app, { ...user, active_subscription: plan }, [plan]);
  return app;
}

/** Opens the dialog 'Update card' and types a card. */
async function fillCard(app: ReturnType<typeof openApp>, number: string): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Update card' }));
  const intent = await app.call('/api/web/payment-method-intent');
  await intent.respond(200, { setupIntentClientSecret: 'seti_1_secret_1' });
  const dialog = await screen.findByRole('dialog', { name: 'Update card' });
  for (const [name, value] of Object.entries({ 'Card number': number, Expiry: '12/34', CVC: '123' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name }), value);
  return dialog;
}

describe('the payment method on the profile', () => {
  it('updates the card, and says that the open payment went through [billing.update-card]', async () => {
    const app = await openProfile({ status: 'past_due' });
    expect(section().textContent).toContain('Visa ending in 4242, valid until the end of December 2034');
    const dialog = await fillCard(app, '5555555555554444');
    expect(dialog.textContent).toContain('The open payment is charged to the new card at once.');
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Save card' }));
    await (await app.call('/dev/cards/confirm')).respond(200, { payment_method_id: 'pm_1' });
    const save = await app.call('/api/web/update-payment-method');
    expect(save.body).toEqual({ payment_method_id: 'pm_1' });
    await save.respond(200, { message: 'Your card is updated, and your payment went through.' });
    await (await app.call('/api/web/profile')).respond(200, { user, subscriptions: [subscription()] });
    expect(within(section()).getByRole('status').textContent).toBe(
      'Your card is updated, and your payment went through.',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.count('/api/web/update-payment-method')).toBe(1);
  });

  it("shows the provider's words when the payment is declined [billing.update-declined]", async () => {
    const app = await openProfile();
    const dialog = await fillCard(app, '4000000000000341');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save card' }));
    await (await app.call('/dev/cards/confirm')).respond(200, { payment_method_id: 'pm_1' });
    await (await app.call('/api/web/update-payment-method')).respond(402, {
      message: 'Your card was declined.',
    });
    expect(within(section()).getByRole('alert').textContent).toBe(
      'Your card was declined. We keep the former card.',
    );
  });

  it('is absent without a payment method, and after a 404 [billing.update-absent]', async () => {
    const plain = await openProfile({ payment_method: undefined });
    expect(screen.queryByRole('region', { name: 'Payment method' })).toBeNull();
    plain.unmount();
    const app = await openProfile();
    await userEvent.click(screen.getByRole('button', { name: 'Update card' }));
    await (await app.call('/api/web/payment-method-intent')).respond(404, { message: 'Not found.' });
    expect(screen.queryByRole('region', { name: 'Payment method' })).toBeNull();
  });

  it("offers PayPal's page for a PayPal plan [billing.update-wallet]", async () => {
    await openProfile({ payment_method: { type: 'wallet', brand: 'paypal' } });
    expect(section().textContent).toContain('PayPal');
    expect(screen.getByRole('button', { name: 'Change at PayPal' })).toBeDefined();
  });

  it('opens a page on a host of `paymentHosts`, and logs one that is blocked [billing.update-wallet]', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', Object.assign(new URL('https://app.example/profile'), { assign }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const log = vi.fn();
    const wallet = { payment_method: { type: 'wallet', brand: 'paypal' } };
    const app = await openProfile(wallet, { paymentHosts: ['pay.site.example'], log });
    const change = async (approveLink: string): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Change at PayPal' }));
      await app.settle();
      await (await app.call('/api/web/payment-method-intent')).respond(200, { approveLink });
    };
    await change('https://evil.example/revise');
    expect(log).toHaveBeenCalledExactlyOnceWith('The payment method could not be changed', expect.anything());
    await change('https://pay.site.example/revise');
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.site.example/revise');
  });
});

describe('notices in the shell', () => {
  it('leads from a failed payment to the card [billing.past-due-notice]', async () => {
    const app = openApp(<PastDueNotice />);
    const plan = subscription({ status: 'past_due' });
    await enter(app, { ...user, active_subscription: plan }, [plan]);
    expect(screen.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/profile');
  });

  it('says until when the card is valid, from 30 days before [billing.card-expiry]', async () => {
    const app = openApp(<CardExpiryNotice />);
    await enter(app, user, [
      subscription({ payment_method: { ...CARD, expires_at: '2026-12-01T00:00:00Z' } }),
    ]);
    expect(screen.getByRole('status').textContent).toContain('valid until the end of November 2026');
    expect(screen.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/profile');
    app.unmount();
    await enter(openApp(<CardExpiryNotice />), user, [subscription()]);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

import { PricingCard, type PricingCardProps } from '@openbell/ui/billing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { enter, openApp, USER } from '../account/account-support.tsx';

const PROGRAMS = [{ id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 }];

async function openCard(props: PricingCardProps = {}, options: Parameters<typeof openApp>[1] = {}) {
  const navigate = vi.fn();
  const app = openApp(<PricingCard navigate={navigate} {...props} />, options);
  await (await app.call('/api/web/program')).respond(200, PROGRAMS);
  return { app, navigate, user: userEvent.setup() };
}
const enroll = () => screen.getByRole('button', { name: 'Enroll' });
async function choosePlan(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: 'Plan' }));
  await user.click(await screen.findByRole('option', { name: 'Mentorship' }));
}

/** Sets whole values at once, because typing letter by letter takes seconds. */
const typeCard = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the pricing card', () => {
  it('shows the plan placeholder, term, gateway and total [billing.card-placeholder]', async () => {
    const { app, user } = await openCard();
    expect(app.count('/api/web/program')).toBe(1);
    expect(screen.getByRole('combobox', { name: 'Plan' }).textContent).toBe('-- Select an option --');
    expect(screen.getByRole('radio', { name: 'Monthly' })).toHaveProperty('checked', true);
    expect(screen.getByRole('radio', { name: 'Stripe' })).toHaveProperty('checked', true);
    await choosePlan(user);
    expect(screen.getByText('$0.00')).toBeTruthy();
    expect(screen.getByText(/Free for 7 days\. Then \$50\.00 a month, from 28 Nov 2026\./)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(screen.getByRole('radio', { name: 'PayPal' })).toHaveProperty('checked', true);
    expect(screen.getByText(/\$450\.00 a year/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Stripe' }));
    expect(screen.getByRole('radio', { name: 'Yearly' })).toHaveProperty('checked', true);
  });

  it('offers no choice with a single gateway, and pays with it for a year too', async () => {
    const { app, user } = await openCard({}, { gateways: ['stripe'] });
    expect(screen.queryByRole('radio', { name: 'PayPal' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(app.openbell.billing.$plan.get()).toMatchObject({ term: 2, gateway: 'stripe' });
    expect(enroll()).toBeTruthy();
  });

  it('explains that memberships are closed when the site takes no payments', async () => {
    await openCard({}, { gateways: [] });
    expect(screen.getByText('New memberships are not available right now.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enroll' })).toBeNull();
  });

  it("shows the server's prices [billing.server-prices]", async () => {
    const app = openApp(<PricingCard navigate={() => {}} />);
    const program = { id: 4, name: 'Mentorship', monthly_price: 61.5, yearly_price: 599, trial_days: 0 };
    await (await app.call('/api/web/program')).respond(200, [program]);
    const user = userEvent.setup();
    await choosePlan(user);
    const card = () => document.body.textContent ?? '';
    expect(card()).toContain('$61.50');
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(card()).toContain('$599.00');
    expect(card()).not.toMatch(/\$50|\$450/);
  });

  it('sends a visitor to sign-in with redirect and tag on Enroll [billing.enroll-visitor]', async () => {
    const { app, navigate, user } = await openCard();
    await act(async () => {
      app.openbell.start();
    });
    await user.click(enroll());
    expect(navigate).toHaveBeenCalledWith('/signin?redirect=/&tag=pricing');
  });

  it('asks for a plan at its field when none is chosen', async () => {
    const { app, user } = await openCard();
    await enter(app);
    await user.click(enroll());
    expect(screen.getByText('Please select a plan.')).toBeTruthy();
  });

  it('says that subscribers are subscribed, and opens again when the plan ends [billing.already-subscribed] [billing.lapsed] [billing.expiry-in-use]', async () => {
    const { app, navigate, user } = await openCard();
    await enter(app, { ...USER, expired_at: '2026-11-22T15:00:00Z' });
    expect(screen.getByText('You are already subscribed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go to Profile' }));
    expect(navigate).toHaveBeenCalledWith('/profile');
    // The profile is loaded at the end; access ends without a response, too.
    await act(() => app.time.advance(86_410_000));
    expect(screen.getByText('Your plan ended on 22 Nov 2026.')).toBeTruthy();
    expect(enroll()).toBeTruthy();
  });

  it('says that nothing was charged after returning from the wallet unapproved [billing.payment-cancelled]', async () => {
    const words = () => screen.queryByText(/Nothing was charged\./);
    const { app, user } = await openCard({ paymentCancelled: true });
    // The session may have been lost on the way.
    expect(app.openbell.session.$user.get()).toBeNull();
    expect(words()?.getAttribute('role')).toBe('status');
    await enter(app);
    expect(words()?.getAttribute('role')).toBe('status');
    await user.click(enroll());
    expect(screen.getByText('Please select a plan.')).toBeTruthy();
    expect(words()).toBeNull();
    await choosePlan(user);
    await user.click(enroll());
    expect(words()).toBeNull();
  });

  it('shows an existing plan regardless of the address', async () => {
    const { app } = await openCard({ paymentCancelled: true });
    await enter(app, { ...USER, expired_at: '2026-11-22T15:00:00Z' });
    expect(screen.queryByText(/Nothing was charged\./)).toBeNull();
  });

  it('treats everyone who ever had a plan as subscribed with the literal option [billing.already-subscribed-option]', async () => {
    const { app } = await openCard({ alreadySubscribed: 'present' });
    await enter(app, { ...USER, expired_at: '2020-01-01' });
    expect(screen.getByText('You are already subscribed.')).toBeTruthy();
  });

  it('pays by card, with a declined card first, and goes to the profile [billing.modal] [billing.modal-closes] [billing.card-error-inline] [billing.goes-to-profile] [billing.enroll-spinner]', async () => {
    const { app, navigate, user } = await openCard();
    await enter(app);
    await choosePlan(user);
    await user.click(enroll());
    const intent = await app.call('/api/web/create-payment-intent');
    expect(enroll().dataset.status).toBe('busy');
    expect(enroll().querySelector('.ob-spinner')).not.toBeNull();
    await user.click(enroll());
    expect(app.count('/api/web/create-payment-intent')).toBe(1);
    await intent.respond(200, { setupIntentClientSecret: 'seti_1_secret' });

    const dialog = await screen.findByRole('dialog', { name: 'Add a Payment Method' });
    expect(dialog.textContent).toContain('Sandbox');
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms');
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    expect(screen.getByText('Please enter a card number.')).toBeTruthy();
    typeCard('Card number', '4000 0000 0000 0002');
    typeCard('Expiry', '12/34');
    typeCard('CVC', '123');
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    const declined = await app.call('/dev/cards/confirm');
    expect(declined.body).toEqual({
      client_secret: 'seti_1_secret',
      number: '4000000000000002',
      expiry: '12/34',
    });
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy();
    await declined.respond(402, { message: 'Your card was declined.' });
    expect(screen.getByRole('alert').textContent).toBe('Your card was declined.');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(app.count('/api/web/create-subscription')).toBe(0);

    typeCard('Card number', '4242424242424242');
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    await waitFor(() => expect(app.count('/dev/cards/confirm')).toBe(2));
    await (await app.call('/dev/cards/confirm')).respond(200, { payment_method_id: 'pm_1' });
    const create = await app.call('/api/web/create-subscription');
    expect(create.body).toEqual({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_1' });
    expect(create.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await create.respond(200, { message: '', subscription: null });

    expect(screen.getByText('Confirming your subscription...')).toBeTruthy();
    // The form and the button that had the focus are gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 }));
    await (await app.call('/api/web/user-expiration')).respond(200, { active: false });
    await act(() => app.time.advance(60_000));
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to Profile' })).toBeTruthy();
    await waitFor(() => expect(app.count('/api/web/user-expiration')).toBe(2));
    await (await app.call('/api/web/user-expiration')).respond(200, { active: true });
    await waitFor(() => expect(app.count('/api/web/profile')).toBe(2));
    await (await app.call('/api/web/profile')).respond(200, {
      user: { ...USER, expired_at: '2026-12-21T15:00:00Z' },
      subscriptions: [],
    });
    expect(navigate).toHaveBeenCalledWith('/profile');
    expect(screen.getByText('You are already subscribed.')).toBeTruthy();
  });

  it('shows a message and enables Enroll when approveLink fails', async () => {
    const { app, user } = await openCard();
    await enter(app);
    await choosePlan(user);
    await user.click(screen.getByRole('radio', { name: 'PayPal' }));
    await user.click(enroll());
    await (await app.call('/api/web/create-payment-intent')).respond(200, {
      approveLink: 'javascript:alert(1)',
    });
    expect(screen.getByRole('alert').textContent).toContain('t recognize the payment page');
    expect(enroll().getAttribute('aria-disabled')).toBeNull();
  });

  it('shows the alert Error: <message> when the subscription is rejected [billing.subscription-error]', async () => {
    const { app, user } = await openCard();
    await enter(app);
    await choosePlan(user);
    await user.click(enroll());
    await (await app.call('/api/web/create-payment-intent')).respond(200, { setupIntentClientSecret: 's' });
    const dialog = await screen.findByRole('dialog', { name: 'Add a Payment Method' });
    expect(dialog.textContent).toContain('Free for 7 days. Then $50.00 a month, from 28 Nov 2026.');
    expect(dialog.textContent).toContain('Cancel before 28 Nov 2026 and you pay nothing.');
    typeCard('Card number', '4242424242424242');
    typeCard('Expiry', '12/34');
    typeCard('CVC', '123');
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    await (await app.call('/dev/cards/confirm')).respond(200, { payment_method_id: 'pm_1' });
    await (await app.call('/api/web/create-subscription')).respond(422, { message: 'No such card.' });
    expect(screen.getByRole('alert').textContent).toBe('Error: No such card.');
    expect(enroll().getAttribute('aria-disabled')).toBeNull();
  });

  it('offers Retry when programs fail to load', async () => {
    const app = openApp(<PricingCard />);
    await (await app.call('/api/web/program')).respond(500, {});
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(app.count('/api/web/program')).toBe(2));
  });
});

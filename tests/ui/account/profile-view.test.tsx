import { ProfileView } from '@openbell/ui/account';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { enter, openApp, subscriptionOf, USER } from './account-support.tsx';

const payment = (id: number, amount: number, invoice_pdf: string) => ({
  id,
  billed_at: `2026-11-0${id}T12:00:00Z`,
  amount,
  data: { data: { object: { invoice_pdf } } },
});
const SUBSCRIPTION = subscriptionOf({
  period: 2,
  current_period_start: '2026-11-01T12:00:00Z',
  current_period_end: '2027-11-01T12:00:00Z',
  subscription_histories: [
    payment(1, 450, 'https://pay.stripe.com/invoice/1/pdf'),
    payment(2, -100, 'https://evil.test/1.pdf'),
  ],
});
const fact = (name: string) =>
  screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent;

describe('the profile', () => {
  it('shows Loading profile… until it has loaded [profile.loading]', async () => {
    const app = openApp(<ProfileView />);
    expect(screen.getByRole('status').textContent).toContain('Loading profile…');
    await enter(app);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada');
  });

  it('shows no subscriptions without a plan, and links to the plans [profile.page] [profile.not-subscribed]', async () => {
    const app = openApp(<ProfileView />);
    await enter(app);
    expect(screen.getByText('Please subscribe to a plan to access premium features.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/#pricing');
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile/edit');
  });

  it.each([
    [true, false],
    [false, true],
  ])(
    'shows phone, email and about; push %s and email %s are read-only indicators [profile.page] [profile.indicators]',
    async (push, mail) => {
      const app = openApp(<ProfileView />);
      await enter(app, { ...USER, push_notification: push, email_notification: mail });
      const word = (on: boolean) => (on ? 'On' : 'Off');
      expect(fact('Phone number')).toBe('+13035550100');
      expect(fact('E-mail')).toBe('ada@openbell.test');
      expect(screen.getByText('Scalps options.')).toBeTruthy();
      expect([fact('Push notifications'), fact('E-mail notifications')]).toEqual([word(push), word(mail)]);
      const section = screen.getByRole('heading', { name: 'Notifications' }).closest('section');
      expect(section?.querySelectorAll('input, button, a, select, [role], [tabindex]')).toHaveLength(0);
    },
  );

  it.each([
    ['active', {}, 'ACTIVE', 'Next billing date', '01 Nov 2027'],
    ['trialing', {}, 'TRIALING', 'Next billing date', '01 Nov 2027'],
    ['canceled', {}, 'CANCELED', 'Expires on', '02 Nov 2027'],
    ['cancelled', {}, 'CANCELED', 'Expires on', '02 Nov 2027'],
    ['active', { cancel_at_period_end: true }, 'ACTIVE', 'Expires on', '02 Nov 2027'],
  ])(
    'shows a plan that is %s (%j) with provider, id, the status %s, and the %s [profile.subscription-information]',
    async (status, parts, shown, label, date) => {
      const app = openApp(<ProfileView />);
      const active_subscription = { ...SUBSCRIPTION, ...parts, status, provider: 'paypal' };
      await enter(app, { ...USER, expired_at: '2027-11-02T12:00:00Z', active_subscription });
      expect(fact('Provider')).toBe('PayPal');
      expect(fact('Subscription ID')).toBe('sub_1');
      expect(fact('Status')).toBe(shown);
      expect(fact(label)).toBe(date);
      expect(screen.queryByText(label === 'Expires on' ? 'Next billing date' : 'Expires on')).toBeNull();
    },
  );

  it('shows the subscription, the table, and payments with invoice links or N/A [billing.table] [billing.history] [billing.welcome-link]', async () => {
    const app = openApp(<ProfileView />);
    await enter(app, { ...USER, expired_at: '2027-11-02T12:00:00Z' }, [
      SUBSCRIPTION,
      { ...SUBSCRIPTION, id: 4, status: 'cancelled', period: 1, subscription_histories: [] },
    ]);
    expect(screen.queryByText('Please subscribe to a plan to access premium features.')).toBeNull();
    expect(screen.getByRole('link', { name: 'How to receive text alerts' }).getAttribute('href')).toBe(
      '/welcome',
    );
    expect(fact('Provider')).toBe('Stripe');
    expect(fact('Subscription ID')).toBe('sub_1');
    expect(fact('Status')).toBe('ACTIVE');
    expect(fact('Next billing date')).toBe('01 Nov 2027');

    const rows = screen.getAllByRole('row');
    expect(rows[1]?.textContent).toContain('1sub_1ACTIVEStripeYearly01 Nov 202601 Nov 2027');
    expect(rows[2]?.textContent).toContain('CANCELEDStripeMonthly');

    const user = userEvent.setup();
    const toggle = screen.getByRole('button', { name: 'Payment history of subscription 1' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const history = within(screen.getByRole('table', { name: 'Payment history' }));
    expect(history.getByText('$450.00')).toBeTruthy();
    expect(history.getByText('-$100.00')).toBeTruthy();
    expect(history.getByRole('link', { name: 'View PDF' }).getAttribute('href')).toBe(
      'https://pay.stripe.com/invoice/1/pdf',
    );
    expect(history.getAllByRole('link')).toHaveLength(1);
    expect(history.getByText('N/A')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Payment history of subscription 2' }));
    expect(screen.getByText('No payment history available.')).toBeTruthy();
  });

  it('switches the theme [theme.switch]', async () => {
    const app = openApp(<ProfileView />);
    await enter(app);
    const user = userEvent.setup();
    await user.click(screen.getByRole('switch', { name: 'Light Mode' }));
    expect(app.openbell.theme.$theme.get()).toBe('dark');
    expect(screen.getByRole('switch', { name: 'Dark Mode' })).toHaveProperty('checked', true);
  });

  it('ends the session immediately on Log Out and notifies the server [session.log-out-profile]', async () => {
    const onLoggedOut = vi.fn();
    const app = openApp(<ProfileView onLoggedOut={onLoggedOut} />);
    await enter(app);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Log Out' }));
    expect(onLoggedOut).toHaveBeenCalledTimes(1);
    expect(app.local.read('accessToken')).toBeNull();
    expect((await app.call('/api/web/logout')).headers.get('Authorization')).toBe('Bearer tokenA');
  });

  it('offers Retry when the profile fails to load', async () => {
    const app = openApp(<ProfileView />);
    app.local.write('accessToken', 'tokenA');
    await act(async () => {
      app.openbell.start();
    });
    await (await app.call('/api/web/profile')).respond(500, {});
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    await app.settle();
    expect(app.count('/api/web/profile')).toBe(2);
  });
});

import { UnsubscribeConfirm, UnsubscribeDetails, UnsubscribeImpact } from '@openbell/ui/billing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { enter, openApp, subscriptionOf, USER } from '../account/account-support.tsx';

const INFO = {
  program: 'Mentorship',
  period: 1,
  provider: 'paypal',
  status: 'Trialing',
  expired_at: '2026-12-01T12:00:00Z',
};
const SUBSCRIPTION = subscriptionOf({ current_period_end: '2026-12-01T12:00:00Z' });
const infoPath = '/api/web/subscription-info/3';
const cancelPath = '/api/web/cancel-subscription/3';
const button = (name: string) => screen.getByRole('button', { name });
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('the details page', () => {
  const respond = async (app: ReturnType<typeof openApp>, subscription: object) =>
    (await app.call(infoPath)).respond(200, { error: false, message: '', subscription });
  async function openDetails() {
    const navigate = vi.fn();
    const app = openApp(<UnsubscribeDetails id={3} navigate={navigate} />);
    return { app, navigate, user: userEvent.setup() };
  }

  it('shows program, billing period, provider, status, expiry and both buttons [billing.unsubscribe-details]', async () => {
    const { app, navigate, user } = await openDetails();
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await respond(app, INFO);
    expect(app.count(infoPath)).toBe(1);
    const facts = [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Program', 'Mentorship'],
      ['Billing period', 'Monthly'],
      ['Provider', 'PayPal'],
      ['Status', 'Trialing'],
      ['Expiry', '01 Dec 2026'],
    ]);
    expect(screen.getByText('Trialing').closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning');
    await user.click(button('Yes, Continue'));
    expect(navigate).toHaveBeenLastCalledWith('/unsubscribe/3/impact');
    await user.click(button('No, Go Back'));
    expect(navigate).toHaveBeenLastCalledWith('/profile');
  });

  it('shows the server’s message of an error flag in an alert [billing.info-error-alert]', async () => {
    const { app } = await openDetails();
    await (await app.call(infoPath)).respond(200, {
      error: true,
      message: 'It is gone.',
      subscription: null,
    });
    expect(alerts()).toEqual(['It is gone.']);
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Yes, Continue' })).toBeNull();
  });

  it('offers Retry after any other failure [billing.info-retry]', async () => {
    const { app, user } = await openDetails();
    await (await app.call(infoPath)).respond(500, {});
    expect(alerts().join()).toContain('The subscription could not be loaded.');
    await user.click(button('Retry'));
    await waitFor(() => expect(app.count(infoPath)).toBe(2));
    await respond(app, { ...INFO, status: 'Active' });
    expect(screen.getByText('Active').closest('[data-tone]')?.getAttribute('data-tone')).toBe('success');
  });

  it.each([403, 404])(
    'goes to the profile in place of Retry after %s [errors.retry-helps]',
    async (status) => {
      const { app, navigate, user } = await openDetails();
      await (await app.call(infoPath)).respond(status, { message: 'Not found.' });
      expect(alerts().join()).toContain('The subscription could not be loaded.');
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
      await user.click(button('Go to Profile'));
      expect(navigate).toHaveBeenLastCalledWith('/profile');
    },
  );

  it('reloads after sign-in, and shows when access ends if already canceled', async () => {
    const { app } = await openDetails();
    await enter(app, { ...USER, expired_at: '2026-12-01T12:00:00Z' }, [
      { ...SUBSCRIPTION, status: 'canceled' },
    ]);
    await waitFor(() => expect(app.count(infoPath)).toBe(2));
    await respond(app, INFO);
    expect(screen.getByText(/is canceled\. You keep access until 01 Dec 2026/)).toBeTruthy();
  });

  it('requests nothing for an invalid id', async () => {
    const app = openApp(<UnsubscribeDetails id={null} navigate={() => {}} />);
    await app.settle();
    expect(app.calls).toEqual([]);
    expect(screen.getByRole('alert')).toBeTruthy();
  });
});

describe('the impact page', () => {
  it('lists the loss, the end of access and both buttons [billing.unsubscribe-impact]', async () => {
    const navigate = vi.fn();
    const app = openApp(<UnsubscribeImpact id={3} navigate={navigate} />);
    await enter(app, { ...USER, expired_at: '2026-12-02T12:00:00Z' }, [SUBSCRIPTION]);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Premium content',
      'Saved preferences',
      'Priority support',
      'Community channels',
    ]);
    expect(screen.getByText(/You keep access until 01 Dec 2026/)).toBeTruthy();
    const user = userEvent.setup();
    await user.click(button('Yes, Continue'));
    expect(navigate).toHaveBeenLastCalledWith('/unsubscribe/3/confirm');
    await user.click(button('No, Take Me Back'));
    expect(navigate).toHaveBeenLastCalledWith('/');
  });
});

describe('the confirm page', () => {
  async function openConfirm() {
    const navigate = vi.fn();
    const app = openApp(<UnsubscribeConfirm id={3} navigate={navigate} />);
    await enter(app, USER, [SUBSCRIPTION]);
    return { app, navigate, user: userEvent.setup() };
  }

  it('is marked permanent, and No goes to / [billing.unsubscribe-confirm]', async () => {
    const { navigate, user } = await openConfirm();
    expect(screen.getByText('This action is permanent.')).toBeTruthy();
    await user.click(button('No, Cancel'));
    expect(navigate).toHaveBeenLastCalledWith('/');
  });

  it('cancels once on a double click, then shows an alert and goes to / [billing.unsubscribe-confirm] [billing.cancel-success] [billing.cancel-once]', async () => {
    const { app, navigate, user } = await openConfirm();
    await user.dblClick(button('Yes, Unsubscribe'));
    expect(app.count(cancelPath)).toBe(1);
    expect(navigate).not.toHaveBeenCalled();
    await (await app.call(cancelPath)).respond(200, { message: 'ok' });
    expect(alerts()).toEqual(['Unsubscription successful. You will receive a confirmation email shortly.']);
    expect(navigate.mock.calls).toEqual([['/']]);
    expect(app.count('/api/web/profile')).toBe(2);
  });

  it('shows a failure in an alert and enables the button again [billing.cancel-failure]', async () => {
    const { app, navigate, user } = await openConfirm();
    await user.click(button('Yes, Unsubscribe'));
    await (await app.call(cancelPath)).respond(500, { message: 'Provider away.' });
    expect(alerts()).toEqual(['Unsubscription failed. Please try again later.']);
    expect(navigate).not.toHaveBeenCalled();
    await user.click(button('Yes, Unsubscribe'));
    await waitFor(() => expect(app.count(cancelPath)).toBe(2));
  });

  it('does not navigate when the user has left the page', async () => {
    const { app, navigate, user } = await openConfirm();
    await user.click(button('Yes, Unsubscribe'));
    const call = await app.call(cancelPath);
    app.unmount();
    await call.respond(200, {});
    expect(navigate).not.toHaveBeenCalled();
  });
});

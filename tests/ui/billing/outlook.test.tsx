import { ProfileView } from '@openbell/ui/account';
import { PastDueNotice, WelcomeStatus } from '@openbell/ui/billing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { enter, openApp, subscriptionOf, USER } from '../account/account-support.tsx';

const outlook = () => document.querySelector('[data-part="outlook"]')?.textContent ?? '';

/** Opens the profile of a member with this subscription, who has access until `expired_at`. */
async function openProfile(expired_at: string, parts: object = {}) {
  const app = openApp(<ProfileView />);
  const plan = subscriptionOf(parts);
  await enter(app, { ...USER, expired_at, active_subscription: plan }, [plan]);
  return app;
}

describe('the outlook on the profile', () => {
  it('shows when a trial ends, what is charged then, and until when canceling is free [billing.outlook-trial]', async () => {
    await openProfile('2026-11-28T12:00:00Z', {
      status: 'trialing',
      trial_ends_at: '2026-11-27T12:00:00Z',
      next_charge_at: '2026-11-27T12:00:00Z',
      next_amount: 50,
    });
    expect(outlook()).toBe(
      'Your free trial ends on 27 Nov 2026.You’ll be charged $50.00 on 27 Nov 2026.Cancel before 27 Nov 2026 and you pay nothing.Cancel subscription',
    );
    expect(screen.getByRole('link', { name: 'Cancel subscription' }).getAttribute('href')).toBe(
      '/unsubscribe/3',
    );
  });

  it('shows the next charge and its date; only the date with a plain backend [billing.outlook-next]', async () => {
    const app = await openProfile('2026-12-21T12:00:00Z', {
      next_charge_at: '2026-12-20T12:00:00Z',
      next_amount: 49.9,
    });
    expect(outlook()).toContain('Your next payment of $49.90 is due on 20 Dec 2026.');
    app.unmount();
    await openProfile('2026-12-21T12:00:00Z');
    expect(outlook()).toContain('Your next payment is due on 20 Dec 2026.');
  });

  it('shows until when access is granted by hand, and no cancellation [operate.grant]', async () => {
    await openProfile('2026-12-20T12:00:00Z', { status: 'canceled', provider: 'manual' });
    expect(outlook()).toBe('You have access until 20 Dec 2026. Nothing will be charged.');
  });

  it('shows a banner with the next retry after a failed payment [billing.outlook-past-due]', async () => {
    await openProfile('2026-11-24T12:00:00Z', {
      status: 'past_due',
      next_charge_at: '2026-11-23T12:00:00Z',
      next_amount: 50,
    });
    const banner = screen.getByRole('complementary', { name: 'Your last payment failed.' });
    expect(banner.textContent).toContain('We’ll try to charge $50.00 again on 23 Nov 2026.');
    expect(banner.textContent).toContain('You keep access until 24 Nov 2026.');
    expect(banner.textContent).toContain('your card is valid and has enough funds');
  });

  it('shows a one-line link on other pages until the payment succeeds [billing.past-due-notice]', async () => {
    const late = subscriptionOf({ status: 'past_due' });
    const app = openApp(<PastDueNotice />);
    expect(screen.queryByRole('status')).toBeNull();
    await enter(app, { ...USER, expired_at: '2026-11-24T12:00:00Z', active_subscription: late }, [late]);
    expect(screen.getByRole('status').textContent).toContain('Your last payment failed.');
    const link = screen.getByRole('link', { name: 'See your profile' });
    expect(link.getAttribute('href')).toBe('/profile');
    const paid = subscriptionOf();
    void app.openbell.session.refreshProfile();
    await waitFor(() => expect(app.count('/api/web/profile')).toBe(2));
    await (await app.call('/api/web/profile')).respond(200, {
      user: { ...USER, expired_at: '2026-12-21T15:00:00Z', active_subscription: paid },
      subscriptions: [paid],
    });
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });

  it('shows when a canceled plan ends, and later that it has ended [billing.outlook-canceled]', async () => {
    const app = await openProfile('2026-11-22T15:00:00Z', { status: 'canceled' });
    expect(outlook()).toBe(
      'Your subscription is canceled. You keep access until 22 Nov 2026 and won’t be charged again.',
    );
    // The profile is loaded at the end; access ends without a response, too.
    await act(() => app.time.advance(86_410_000));
    expect(outlook()).toBe('Your plan ended on 22 Nov 2026.Enroll again');
  });

  it('shows a lapsed member when the plan ended', async () => {
    const app = openApp(<ProfileView />);
    await enter(app, { ...USER, expired_at: '2026-10-14T12:00:00Z' }, [
      subscriptionOf({ status: 'canceled' }),
    ]);
    expect(outlook()).toBe('Your plan ended on 14 Oct 2026.Enroll again');
    expect(screen.queryByText('No subscriptions yet.')).toBeNull();
  });

  it('offers cancellation or enrollment when the backend sends no dates [billing.outlook-next]', async () => {
    const app = await openProfile('2026-12-21T12:00:00Z', { current_period_end: null });
    expect(outlook()).toBe('Cancel subscription');
    app.unmount();
    await openProfile('', { status: 'canceled', current_period_end: null });
    expect(outlook()).toBe('Enroll again');
  });

  it('shows nothing to users without a plan', async () => {
    const app = openApp(<ProfileView />);
    await enter(app);
    expect(document.querySelector('[data-part="outlook"]')).toBeNull();
  });
});

describe('the welcome page after the wallet', () => {
  const expiration = '/api/web/user-expiration';

  it('polls until the plan is active, then offers Go to Profile [billing.welcome-poll]', async () => {
    const navigate = vi.fn();
    const app = openApp(<WelcomeStatus navigate={navigate} />);
    await enter(app);
    expect(screen.getByText('Confirming your subscription...')).toBeTruthy();
    await (await app.call(expiration)).respond(200, { active: false });
    await act(() => app.time.advance(60_000));
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy();
    await waitFor(() => expect(app.count(expiration)).toBeGreaterThan(1));
    await (await app.call(expiration)).respond(200, { active: true });
    await waitFor(() => expect(app.count('/api/web/profile')).toBe(2));
    await (await app.call('/api/web/profile')).respond(200, {
      user: { ...USER, expired_at: '2026-12-21T15:00:00Z' },
      subscriptions: [],
    });
    expect(screen.getByText('You are subscribed.')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Go to Profile' }));
    expect(navigate).toHaveBeenCalledWith('/profile');
    const count = app.count(expiration);
    await act(() => app.time.advance(60_000));
    expect(app.count(expiration)).toBe(count);
  });

  it('shows a failed payment, and stops waiting when it is left', async () => {
    const app = openApp(<WelcomeStatus navigate={() => {}} />);
    await enter(app);
    await (await app.call(expiration)).respond(200, {
      active: false,
      status: 'unpaid',
      message: 'No funds.',
    });
    expect(screen.getByRole('alert').textContent).toBe('Error: No funds.');
    app.unmount();
    expect(app.openbell.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
  });

  it('says that the payment continues when the wallet returns and the session is lost [billing.wallet-sign-in]', async () => {
    const app = openApp(<WelcomeStatus navigate={() => {}} returnsFromWallet />);
    await act(async () => {
      app.openbell.start();
    });
    expect(screen.getByText(/If you just approved a payment, it continues\./)).toBeTruthy();
  });

  it('does not poll for subscribers or visitors', async () => {
    const app = openApp(<WelcomeStatus navigate={() => {}} />);
    await enter(app, { ...USER, expired_at: '2026-12-21T15:00:00Z' });
    expect(screen.getByText('You are subscribed.')).toBeTruthy();
    expect(app.count(expiration)).toBe(0);
    app.unmount();
    const visitor = openApp(<WelcomeStatus navigate={() => {}} />);
    await act(async () => {
      visitor.openbell.start();
    });
    expect(screen.getByRole('link', { name: 'Sign in to see your subscription.' }).getAttribute('href')).toBe(
      '/signin?redirect=/welcome',
    );
    expect(visitor.calls).toEqual([]);
  });
});

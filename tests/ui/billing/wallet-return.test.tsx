// The wallet's page is another document, which ends a session that is only in memory.
import { createMemoryStorage, type KeyValueStorage } from '@openbell/core/ports';
import { ProfileView } from '@openbell/ui/account';
import { PricingCard } from '@openbell/ui/billing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createRefusingStorage } from '../../support/refusing-storage.ts';
import { openApp, subscriptionOf, USER } from '../account/account-support.tsx';

const storages = {
  'all storage': () => [createMemoryStorage(), createMemoryStorage()],
  'the tab only': () => [createRefusingStorage(), createMemoryStorage()],
  nothing: () => [createRefusingStorage(), createRefusingStorage()],
} as const satisfies Record<string, () => readonly [KeyValueStorage, KeyValueStorage]>;

const pages = {
  'the pricing card': <PricingCard navigate={() => {}} />,
  'the profile': <ProfileView />,
};

const plan = (type: 'card' | 'wallet') =>
  subscriptionOf({
    provider: 'paypal',
    provider_subscription_id: 'I-1',
    payment_method:
      type === 'wallet'
        ? { type, brand: 'paypal' }
        : { type, brand: 'visa', last4: '4242', expires_at: '2035-01-01T00:00:00Z' },
  });

it.each([
  ['the pricing card', 'wallet', 'nothing', true],
  ['the pricing card', 'card', 'nothing', false],
  ['the pricing card', 'wallet', 'the tab only', false],
  ['the pricing card', 'wallet', 'all storage', false],
  ['the profile', 'wallet', 'nothing', true],
  ['the profile', 'card', 'nothing', false],
  ['the profile', 'wallet', 'the tab only', false],
  ['the profile', 'wallet', 'all storage', false],
] as const)(
  'on %s with a %s, where the browser stores %s, announces another sign-in: %j [billing.wallet-sign-in]',
  async (page, type, stores, isAnnounced) => {
    const [localStorage, sessionStorage] = storages[stores]();
    const app = openApp(pages[page], { ports: { localStorage, sessionStorage } });
    await act(async () => {
      app.openbell.start();
      void app.openbell.session.signIn({
        type: 'manual',
        email: USER.email,
        password: 'x',
        remember: true,
      });
    });
    const user = page === 'the profile' ? { ...USER, active_subscription: plan(type) } : USER;
    await (await app.call('/api/web/login')).respond(200, { access: 'tokenA', user, message: '' });
    const subscriptions = page === 'the profile' ? [plan(type)] : [];
    await (await app.call('/api/web/profile')).respond(200, { user, subscriptions });
    if (page === 'the pricing card') {
      await (await app.call('/api/web/program')).respond(200, [
        { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 },
      ]);
      await userEvent.click(screen.getByRole('radio', { name: type === 'wallet' ? 'PayPal' : 'Stripe' }));
    } else {
      screen.getByRole('region', { name: 'Payment method' });
    }
    const words = 'When you come back from PayPal, you’ll sign in again.';
    expect(document.body.textContent?.includes(words)).toBe(isAnnounced);
  },
);

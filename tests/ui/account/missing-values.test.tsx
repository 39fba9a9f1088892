// What the profile shows of devices, subscriptions and payments with missing values.
import { DevicesSection, ProfileView } from '@openbell/ui/account';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { enter, openApp, USER } from './account-support.tsx';

it('lists a device without an id and times by name, without Sign out [entity.missing] [entity.local-id]', async () => {
  const app = openApp(<DevicesSection />);
  await (await app.call('/api/web/sessions')).respond(200, [
    { user_agent: 'curl/8.5', created_at: 'soon', last_used_at: null },
  ]);
  const row = screen.getByRole('listitem');
  expect(row.textContent).toBe('curl');
  expect(within(row).queryByRole('button')).toBeNull();
});

it('shows a subscription and a payment of which only a part is known [entity.missing] [entity.local-id]', async () => {
  const app = openApp(<ProfileView />);
  await enter(app, { ...USER, first_name: null }, [
    {
      status: 'active',
      provider: null,
      period: 'often',
      subscription_histories: [{ billed_at: '2026-11-01T12:00:00Z', amount: 'free' }],
    },
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  const row = screen.getAllByRole('row')[1] as HTMLElement;
  const cells = within(row).getAllByRole('cell').slice(1);
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '1',
    'N/A',
    'ACTIVE',
    'N/A',
    'N/A',
    'N/A',
    'N/A',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /payment history/i }));
  const payment = within(screen.getByRole('table', { name: 'Payment history' })).getAllByRole('row')[1];
  expect(payment?.textContent).toBe('01 Nov 2026N/AN/A');
  expect(screen.queryByRole('link', { name: 'Cancel subscription' })).toBeNull();
});

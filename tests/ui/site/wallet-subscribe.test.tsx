// The wallet form of the page Option Trade Ideas.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WalletSubscribe } from '../../../examples/web/src/pages/static/WalletSubscribe.tsx';
import { enter, openApp, USER } from '../account/account-support.tsx';

const PROGRAMS = [{ id: 1, name: 'Trade Ideas', monthly_price: 50, yearly_price: 450, trial_days: 7 }];
const subscribe = (): HTMLElement => screen.getByRole('button', { name: 'Subscribe' });

test('pays for the selected term when Subscribe is pressed before the plans have loaded', async () => {
  const app = openApp(<WalletSubscribe />);
  await enter(app);
  const user = userEvent.setup();
  await user.click(subscribe());
  await user.click(screen.getByRole('radio', { name: /year/ }));
  await user.click(subscribe());
  await (await app.call('/api/web/program')).respond(200, PROGRAMS);
  const term = screen.getByRole<HTMLInputElement>('radio', { name: /month/ }).checked ? 1 : 2;
  expect(app.count('/api/web/create-payment-intent')).toBe(1);
  const intent = await app.call('/api/web/create-payment-intent');
  expect(intent.body).toMatchObject({ term, gateway: 'paypal' });
});

test('promises no free trial to a member whom the server grants none', async () => {
  const app = openApp(<WalletSubscribe />);
  expect(screen.getByRole('radio', { name: '7-day free trial, then $50/month' })).toBeDefined();
  await enter(app, { ...USER, expired_at: '2026-10-01T00:00:00Z' });
  await (await app.call('/api/web/program')).respond(200, [{ ...PROGRAMS[0], trial_days: 0 }]);
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('div')?.textContent)).toEqual([
    '$50/month',
    '$450/year',
  ]);
});

test('promises no free trial to a visitor when the program has none', async () => {
  const app = openApp(<WalletSubscribe />);
  await (await app.call('/api/web/program')).respond(200, [{ ...PROGRAMS[0], trial_days: 0 }]);
  expect(screen.queryAllByText(/free trial/)).toEqual([]);
});

test('keeps the focus on Subscribe while busy, and says why a payment page was blocked', async () => {
  const app = openApp(<WalletSubscribe />);
  await enter(app);
  await (await app.call('/api/web/program')).respond(200, PROGRAMS);
  await userEvent.setup().click(subscribe());
  await (await app.call('/api/web/program')).respond(200, PROGRAMS);
  const intent = await app.call('/api/web/create-payment-intent');
  expect(subscribe()).toHaveProperty('disabled', false);
  expect(subscribe().getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(subscribe());
  await intent.respond(200, { approveLink: 'javascript:alert(1)' });
  expect(screen.getByRole('alert').textContent).toContain('t recognize the payment page');
});

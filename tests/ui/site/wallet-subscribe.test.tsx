// The wallet form of the page Option Trade Ideas.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WalletSubscribe } from '../../../examples/web/src/pages/static/WalletSubscribe.tsx';
import { enter, openApp } from '../account/account-support.tsx';

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

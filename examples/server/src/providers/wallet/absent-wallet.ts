import { PaymentProviderError, WebhookRefusedError } from '../payments.types.ts';
import type { WalletProvider } from './wallet.types.ts';

const refuse = (): Promise<never> =>
  Promise.reject(new PaymentProviderError('unavailable', 'The wallet is off (PROVIDERS_OFF).'));

/** The wallet of a site without PayPal; refuses every call. */
export const absentWallet: WalletProvider = {
  name: 'paypal',
  createSubscription: refuse,
  findSubscription: refuse,
  activateSubscription: refuse,
  listInvoices: refuse,
  stopRenewing: refuse,
  endSubscription: refuse,
  readWebhook: () => Promise.reject(new WebhookRefusedError('The wallet is off (PROVIDERS_OFF).')),
};

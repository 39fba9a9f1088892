import { InvalidWebhookError, PaymentProviderError } from '../payments.types.ts';
import type { WalletProvider } from './wallet.types.ts';

const reject = (): Promise<never> =>
  Promise.reject(new PaymentProviderError('unavailable', 'The wallet is off (PROVIDERS_OFF).'));

/** The wallet of a site without PayPal; rejects every call. */
export const absentWallet: WalletProvider = {
  createSubscription: reject,
  findSubscription: reject,
  activateSubscription: reject,
  openRevision: reject,
  listInvoices: reject,
  stopRenewing: reject,
  endSubscription: reject,
  refund: reject,
  readWebhook: () => Promise.reject(new InvalidWebhookError('The wallet is off (PROVIDERS_OFF).')),
};

import { InvalidWebhookError, PaymentProviderError } from '../payments.types.ts';
import type { CardProvider } from './cards.types.ts';

const reject = (): Promise<never> =>
  Promise.reject(new PaymentProviderError('unavailable', 'Card payments are off (PROVIDERS_OFF).'));

/** The provider of a site without card payments; rejects every call. */
export const absentCards: CardProvider = {
  createCustomer: reject,
  createSetupIntent: reject,
  cancelSetupIntent: reject,
  findSetupIntent: reject,
  findFingerprint: reject,
  createSubscription: reject,
  findSubscriptionByReference: reject,
  findSubscription: reject,
  setSubscriptionCard: reject,
  payInvoice: reject,
  findInvoice: reject,
  findInvoiceOfPayment: reject,
  listInvoices: reject,
  stopRenewing: reject,
  endSubscription: reject,
  refund: reject,
  readWebhook: () => {
    throw new InvalidWebhookError('Card payments are off (PROVIDERS_OFF).');
  },
};

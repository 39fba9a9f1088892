import { PaymentProviderError, WebhookRefusedError } from '../payments.types.ts';
import type { CardProvider } from './cards.types.ts';

const refuse = (): Promise<never> =>
  Promise.reject(new PaymentProviderError('unavailable', 'Card payments are off (PROVIDERS_OFF).'));

/** The provider of a site without card payments; refuses every call. */
export const absentCards: CardProvider = {
  name: 'stripe',
  createCustomer: refuse,
  createSetupIntent: refuse,
  cancelSetupIntent: refuse,
  findSetupIntent: refuse,
  findCard: refuse,
  createSubscription: refuse,
  findSubscriptionByReference: refuse,
  findSubscription: refuse,
  findInvoice: refuse,
  listInvoices: refuse,
  stopRenewing: refuse,
  endSubscription: refuse,
  readWebhook: () => {
    throw new WebhookRefusedError('Card payments are off (PROVIDERS_OFF).');
  },
};

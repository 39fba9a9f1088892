/** Changes the card or wallet that a running subscription charges. */

export { createPaymentMethodUpdate } from './create-payment-method-update.ts';
export { cardExpiry, cardWarningMs, formatExpiryMonth } from './rules.ts';
export type {
  PaymentMethodError,
  PaymentMethodUpdate,
  PaymentMethodUpdateOptions,
  PaymentMethodUpdateState,
} from './types.ts';

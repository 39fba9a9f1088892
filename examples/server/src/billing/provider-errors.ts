import { HttpError } from '../http/http-error.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';

/** Calls a payment provider and converts its errors: 402 for a refused card, 503 when it is unavailable. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    if (error.code === 'card-refused') throw new HttpError(402, error.message);
    if (error.code === 'rejected') throw error;
    throw new HttpError(503, 'The payment service does not answer. Please try again.', { retryAfter: 5 });
  }
}

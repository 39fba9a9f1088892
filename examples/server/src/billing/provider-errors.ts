import { HttpError } from '../http/http-error.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';

/** Calls a payment provider and converts its errors: 402 for a declined card, 503 when it is unavailable. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    if (error.code === 'card-declined') throw new HttpError(402, error.message);
    if (error.code === 'rejected') throw error;
    throw new HttpError(503, 'The payment service is not responding. Please try again.', { retryAfter: 5 });
  }
}

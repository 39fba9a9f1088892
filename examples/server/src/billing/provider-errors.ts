import { HttpError } from '../http/http-error.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';

/** Asks a provider of payments; what it throws becomes an answer: 402 for a refused card, 503 when it cannot be asked. */
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

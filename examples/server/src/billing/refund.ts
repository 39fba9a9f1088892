import { refunds } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext } from './billing.types.ts';
import type { Payment } from './find-billing.ts';
import { providerOf } from './sync.ts';

/**
 * Refunds all or a part of a payment at its provider and stores the refund. The idempotency key contains the amount already
 * refunded, so that a repeated command refunds once. Throws 409 when the provider rejects it, 503 when it is unavailable.
 */
export async function refundPayment(
  context: BillingContext,
  payment: Payment,
  amountCents: number,
): Promise<void> {
  const { id, provider, providerId, refundedCents, currency } = payment;
  const refund = await withHttpErrors(() =>
    providerOf(context, provider).refund({
      invoiceId: providerId,
      amountCents,
      currency,
      idempotencyKey: `refund:${id}:${refundedCents}:${amountCents}`,
    }),
  );
  await context.db
    .insert(refunds)
    .values({
      providerRefundId: refund.id,
      invoiceId: id,
      amountCents,
      createdAt: new Date(context.clock.now()),
    })
    .onConflictDoNothing();
  context.log.info('payment-refunded', { invoiceId: id, amountCents });
}

/** Calls the provider and converts its errors to HTTP errors. */
async function withHttpErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    throw new HttpError(error.code === 'unavailable' ? 503 : 409, error.message);
  }
}

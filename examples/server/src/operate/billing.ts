import { findBilling, findPayment, refundPayment, resyncUser } from '../billing/index.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from './handlers.types.ts';

export const billingHandlers: Handlers<'billing find' | 'billing refund' | 'billing resync'> = {
  'billing find': async ({ db }, { text }) => {
    const { userIds, payments } = await findBilling(db, text);
    return {
      message:
        userIds.length === 0
          ? 'Nothing was found. Find members with: member find <text>'
          : `Payments of the member ${userIds.join(', ')}: ${payments.length}. Plans: member show ${userIds[0]}`,
      rows: payments.map((payment) => ({
        payment: payment.id,
        member: payment.userId,
        at: payment.billedAt.toISOString(),
        amount: money(payment.amountCents, payment.currency),
        refunded: money(payment.refundedCents, payment.currency),
        status: payment.status,
        provider: payment.provider,
        provider_id: payment.providerId,
      })),
    };
  },

  'billing refund': async (context, { payment: id, cents }) => {
    const payment = await findPayment(context.db, id);
    if (payment === undefined)
      throw new HttpError(404, `There is no payment ${id}. See: billing find <member>`);
    const left = payment.amountCents - payment.refundedCents;
    if (payment.status !== 'paid' || left <= 0)
      throw new HttpError(409, `Nothing of the payment ${id} can be refunded.`);
    const amountCents = cents ?? left;
    if (amountCents > left)
      throw new HttpError(422, `At most ${left} cents of the payment ${id} can be refunded.`);
    const amount = money(amountCents, payment.currency);
    const effect =
      amountCents === left
        ? 'If it is their newest payment, its access ends.'
        : 'Their access does not change.';
    return {
      preview: {
        message: `Would refund ${amount} of the payment ${id} to the member ${payment.userId}. ${effect}`,
      },
      async apply() {
        await refundPayment(context, payment, amountCents);
        return { message: `${amount} of the payment ${id} is refunded.` };
      },
    };
  },

  'billing resync': async (context, { member }) => {
    const { read, failed } = await resyncUser(context, member.id);
    if (failed.length > 0) {
      const list = failed.map(({ id, provider, reason }) => `${id} (${provider}): ${reason}`).join(', ');
      throw new HttpError(503, `Plans read: ${read}. Not read: ${list}. Try again later.`);
    }
    return {
      message: `Plans of the member ${member.id} read from the provider: ${read}. See: member show ${member.id}`,
    };
  },
};

function money(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

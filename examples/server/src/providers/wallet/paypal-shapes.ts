// Schemas of the used parts of PayPal's responses.
import * as v from 'valibot';

const money = v.object({
  currency_code: v.string(),
  value: v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,2})?$/)),
});
const moment = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.finite(),
);

export const tokenShape = v.object({ access_token: v.string(), expires_in: v.number() });

export const planListShape = v.object({
  plans: v.optional(v.array(v.object({ id: v.string(), name: v.string(), status: v.string() })), []),
  total_pages: v.optional(v.number(), 1),
});

export const createdShape = v.object({ id: v.string() });

const linksShape = v.optional(v.array(v.object({ href: v.string(), rel: v.string() })), []);

/** The plan of a subscription. */
export const planOfShape = v.object({ plan_id: v.string() });

export const revisionShape = v.object({ links: linksShape });

export const subscriptionShape = v.object({
  id: v.string(),
  status: v.picklist(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  status_update_time: v.optional(moment),
  /** How many times the plan's price is charged. */
  quantity: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '1'),
  start_time: v.optional(moment),
  subscriber: v.optional(v.object({ payer_id: v.optional(v.string()) })),
  billing_info: v.optional(
    v.object({
      outstanding_balance: v.optional(money),
      cycle_executions: v.optional(
        v.array(
          v.object({
            tenure_type: v.picklist(['TRIAL', 'REGULAR']),
            cycles_completed: v.number(),
            cycles_remaining: v.optional(v.number(), 0),
          }),
        ),
        [],
      ),
      last_payment: v.optional(v.object({ amount: money, time: moment })),
      next_billing_time: v.optional(moment),
      failed_payments_count: v.optional(v.number(), 0),
      last_failed_payment: v.optional(
        v.object({ time: v.optional(moment), next_payment_retry_time: v.optional(moment) }),
      ),
    }),
  ),
  /** Only with `?fields=plan`. */
  plan: v.optional(
    v.object({
      taxes: v.optional(v.object({ percentage: v.string(), inclusive: v.optional(v.boolean(), true) })),
      billing_cycles: v.optional(
        v.array(
          v.object({
            tenure_type: v.string(),
            pricing_scheme: v.optional(v.object({ fixed_price: v.optional(money) })),
          }),
        ),
        [],
      ),
    }),
  ),
  links: linksShape,
});

export type PaypalSubscription = v.InferOutput<typeof subscriptionShape>;

export const transactionsShape = v.object({
  transactions: v.optional(
    v.array(
      v.object({
        id: v.string(),
        status: v.picklist(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
        amount_with_breakdown: v.object({ gross_amount: money }),
        time: moment,
      }),
    ),
    [],
  ),
});

export type PaypalTransaction = v.InferOutput<typeof transactionsShape>['transactions'][number];

/** The disputes of a payment, without their outcomes. */
export const disputesShape = v.object({
  items: v.optional(v.array(v.object({ dispute_id: v.string() })), []),
});

export const disputeShape = v.object({
  status: v.string(),
  dispute_life_cycle_stage: v.optional(v.string(), ''),
  dispute_outcome: v.optional(v.object({ outcome_code: v.optional(v.string(), '') })),
});

export type PaypalDispute = v.InferOutput<typeof disputeShape>;

export const verificationShape = v.object({ verification_status: v.string() });

/** A webhook: the object's id, the subscription of a sale, the sale of a refund, and the payments of a dispute. */
export const webhookShape = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  event_type: v.pipe(v.string(), v.maxLength(255)),
  resource: v.optional(
    v.object({
      id: v.optional(v.string()),
      billing_agreement_id: v.optional(v.string()),
      sale_id: v.optional(v.string()),
      disputed_transactions: v.optional(
        v.array(v.object({ seller_transaction_id: v.optional(v.string()) })),
        [],
      ),
    }),
    { disputed_transactions: [] },
  ),
});

export type PaypalResource = v.InferOutput<typeof webhookShape>['resource'];

/** Converts an amount of PayPal ('50.00') to cents. */
export function centsOf(value: string): number {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** Converts cents to an amount of PayPal ('50.00'). */
export function writeMoney(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

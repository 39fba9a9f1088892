// Schemas of requests. Unknown fields are refused, to reveal mistakes in the server's code.
import * as v from 'valibot';

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
const moneyShape = v.object({
  currency_code: v.literal('USD'),
  value: v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/)),
});
export const productShape = v.strictObject({ id: text(50), name: text(127), type: v.literal('SERVICE') });
export const planShape = v.strictObject({
  product_id: text(50),
  name: text(127),
  status: v.literal('ACTIVE'),
  billing_cycles: v.pipe(
    v.array(
      v.strictObject({
        frequency: v.strictObject({
          interval_unit: v.picklist(['DAY', 'MONTH', 'YEAR']),
          interval_count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
        }),
        tenure_type: v.picklist(['TRIAL', 'REGULAR']),
        sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
        total_cycles: v.pipe(v.number(), v.integer(), v.minValue(0)),
        pricing_scheme: v.strictObject({ fixed_price: moneyShape }),
      }),
    ),
    v.minLength(1),
  ),
  payment_preferences: v.strictObject({
    auto_bill_outstanding: v.boolean(),
    payment_failure_threshold: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
});
const address = v.pipe(v.string(), v.url(), v.maxLength(2048));
export const subscriptionShape = v.strictObject({
  plan_id: text(50),
  custom_id: v.optional(text(127)),
  subscriber: v.optional(v.strictObject({ email_address: v.optional(text(254)) }), {}),
  application_context: v.strictObject({
    brand_name: text(127),
    shipping_preference: v.literal('NO_SHIPPING'),
    user_action: v.literal('CONTINUE'),
    return_url: address,
    cancel_url: address,
  }),
});
export const refundShape = v.strictObject({ amount: moneyShape });
export const revisionShape = v.strictObject({
  plan_id: text(50),
  application_context: v.strictObject({
    brand_name: text(127),
    shipping_preference: v.literal('NO_SHIPPING'),
    return_url: address,
    cancel_url: address,
  }),
});
export const reasonShape = v.strictObject({ reason: text(128) });
export const verificationShape = v.strictObject({
  auth_algo: text(100),
  cert_url: address,
  transmission_id: text(255),
  transmission_sig: text(500),
  transmission_time: text(100),
  webhook_id: text(100),
  webhook_event: v.looseObject({}),
});

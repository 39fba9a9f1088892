// Billing on the wire: programs, subscriptions, terms, gateways.
import * as v from 'valibot';
import {
  booleanSchema,
  flagSchema,
  type IsoInstant,
  idSchema,
  nullableInstantSchema,
  nullableNumberSchema,
  nullableTextSchema,
  numberSchema,
  textSchema,
} from './primitives.ts';
import { lenientList, type Schema } from './schema.ts';

/** 1 = monthly, 2 = yearly. */
export type Term = 1 | 2;

/** The payment provider: `stripe` for cards, `paypal` for the wallet. */
export type Gateway = 'stripe' | 'paypal';

const termSchema: Schema<Term> = v.pipe(
  v.union([v.literal(1), v.literal(2), v.literal('1'), v.literal('2')], 'Please choose monthly or yearly.'),
  v.transform((term): Term => (Number(term) === 1 ? 1 : 2)),
);

const gatewaySchema: Schema<Gateway> = v.picklist(['stripe', 'paypal'], 'Please choose how to pay.');

export interface Program {
  readonly id: number;
  readonly name: string;
  /** Dollars per month. */
  readonly monthly_price: number;
  /** Dollars per year. */
  readonly yearly_price: number;
  /** Trial days before the first charge (optional addition); null when missing. */
  readonly trial_days: number | null;
}

export const programSchema: Schema<Program> = v.object({
  id: idSchema,
  name: textSchema,
  monthly_price: numberSchema,
  yearly_price: numberSchema,
  trial_days: v.fallback(v.nullish(numberSchema, null), null),
});

/** `GET /web/program`: a list. A single object is read as a list with one entry. */
export const programsSchema: Schema<readonly Program[]> = v.union([
  lenientList(programSchema),
  v.pipe(
    programSchema,
    v.transform((program): Program[] => [program]),
  ),
]);

/** One payment. The invoice link is in the card provider's event: `data.data.object.invoice_pdf`. */
export interface SubscriptionHistory {
  readonly id: number;
  readonly billed_at: IsoInstant | null;
  /** Dollars; negative for a refund. */
  readonly amount: number;
  readonly data: { readonly data: { readonly object: { readonly invoice_pdf: string | null } } };
}

const noInvoice = { data: { object: { invoice_pdf: null } } };

export const subscriptionHistorySchema: Schema<SubscriptionHistory> = v.object({
  id: idSchema,
  billed_at: nullableInstantSchema,
  amount: numberSchema,
  data: v.fallback(
    v.object({ data: v.object({ object: v.object({ invoice_pdf: nullableTextSchema }) }) }),
    noInvoice,
  ),
});

export interface Subscription {
  readonly id: number;
  /** The provider's status: active, trialing, canceled or cancelled, past_due, … */
  readonly status: string;
  /** `stripe`, `paypal`, or another provider's name. */
  readonly provider: string;
  readonly provider_subscription_id: string;
  /** 1 = monthly, any other value = yearly. */
  readonly period: number;
  readonly current_period_start: IsoInstant | null;
  readonly current_period_end: IsoInstant | null;
  readonly subscription_histories: readonly SubscriptionHistory[];
  /** When the free trial ends (optional addition); null without a trial or when missing. */
  readonly trial_ends_at: IsoInstant | null;
  /** When the next charge or retry is due (optional addition); null without one or when missing. */
  readonly next_charge_at: IsoInstant | null;
  /** Amount of the next charge in dollars (optional addition); null without one or when missing. */
  readonly next_amount: number | null;
  /** Whether it ends with its period instead of renewing (optional addition); false when missing. */
  readonly cancel_at_period_end: boolean;
}

export const subscriptionSchema: Schema<Subscription> = v.object({
  id: idSchema,
  status: textSchema,
  provider: textSchema,
  provider_subscription_id: textSchema,
  period: v.fallback(numberSchema, 1),
  current_period_start: nullableInstantSchema,
  current_period_end: nullableInstantSchema,
  subscription_histories: v.fallback(
    v.nullish(lenientList(subscriptionHistorySchema), () => []),
    () => [],
  ),
  trial_ends_at: nullableInstantSchema,
  next_charge_at: nullableInstantSchema,
  next_amount: nullableNumberSchema,
  cancel_at_period_end: flagSchema,
});

export interface PaymentIntentBody {
  readonly term: Term;
  readonly gateway: Gateway;
  readonly program_id: number;
}

export const paymentIntentBodySchema: Schema<PaymentIntentBody> = v.object({
  term: termSchema,
  gateway: gatewaySchema,
  program_id: idSchema,
});

/** One of the two, depending on the gateway; both null when the backend sent neither. */
export interface PaymentIntentAnswer {
  /** The wallet provider's approval page. Untrusted: check the URL before following it. */
  readonly approveLink: string | null;
  readonly setupIntentClientSecret: string | null;
}

export const paymentIntentAnswerSchema: Schema<PaymentIntentAnswer> = v.object({
  approveLink: nullableTextSchema,
  setupIntentClientSecret: nullableTextSchema,
});

export interface CreateSubscriptionBody {
  readonly gateway: 'stripe';
  readonly program_id: number;
  readonly term: Term;
  readonly payment_method_id: string;
}

export const createSubscriptionBodySchema: Schema<CreateSubscriptionBody> = v.object({
  gateway: v.literal('stripe', 'Only a card can be charged here.'),
  program_id: idSchema,
  term: termSchema,
  payment_method_id: v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/, 'Please enter your card again.')),
});

export interface CreateSubscriptionAnswer {
  readonly message: string;
  readonly subscription: Subscription | null;
}

export const createSubscriptionAnswerSchema: Schema<CreateSubscriptionAnswer> = v.object({
  message: textSchema,
  subscription: v.fallback(v.nullish(subscriptionSchema, null), null),
});

export interface ExpirationAnswer {
  readonly active: boolean;
  /** The provider's status (optional addition); a failed one ends the polling. */
  readonly status: string | null;
  readonly message: string | null;
}

export const expirationAnswerSchema: Schema<ExpirationAnswer> = v.object({
  active: flagSchema,
  status: nullableTextSchema,
  message: nullableTextSchema,
});

export interface SubscriptionInfo {
  /** The program's name. */
  readonly program: string;
  readonly period: number;
  readonly provider: string;
  /** `Trialing`, `Active` or another provider status. */
  readonly status: string;
  readonly expired_at: IsoInstant | null;
}

export const subscriptionInfoSchema: Schema<SubscriptionInfo> = v.object({
  program: textSchema,
  period: v.fallback(numberSchema, 1),
  provider: textSchema,
  status: textSchema,
  expired_at: nullableInstantSchema,
});

/** `error` is sent with status 200; when it is a text, it is the message. */
export interface SubscriptionInfoAnswer {
  readonly error: boolean;
  readonly message: string;
  readonly subscription: SubscriptionInfo | null;
}

/** Any truthy value is an error; a text is also the message. */
function readErrorFlag(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return answer;
  const { error } = answer;
  if (v.is(booleanSchema, error)) return answer;
  const message = typeof error === 'string' ? { message: error } : {};
  return { ...message, ...answer, error: Boolean(error) };
}

export const subscriptionInfoAnswerSchema: Schema<SubscriptionInfoAnswer> = v.pipe(
  v.unknown(),
  v.transform(readErrorFlag),
  v.object({
    error: flagSchema,
    message: textSchema,
    subscription: v.fallback(v.nullish(subscriptionInfoSchema, null), null),
  }),
);

export interface CancelRequestAnswer {
  readonly message: string;
  readonly url: string | null;
}

export const cancelRequestAnswerSchema: Schema<CancelRequestAnswer> = v.object({
  message: textSchema,
  url: nullableTextSchema,
});

// Billing on the wire: programs, subscriptions, terms, gateways.
import * as v from 'valibot';
import {
  booleanSchema,
  entityIdSchema,
  flagSchema,
  type IsoInstant,
  idSchema,
  nullableInstantSchema,
  nullableNumberSchema,
  nullableTextSchema,
  numberSchema,
  textSchema,
} from './primitives.ts';
import { entityList, orAbsent, type Schema } from './schema.ts';

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
  /** A local id (see `isServerId`) when the server sent none: it cannot be bought. */
  readonly id: number;
  readonly name: string;
  /** Dollars per month; null when missing: it cannot be bought by the month. */
  readonly monthly_price: number | null;
  /** Dollars per year; null when missing: it cannot be bought by the year. */
  readonly yearly_price: number | null;
  /** Trial days before the first charge (optional addition); null when missing. */
  readonly trial_days: number | null;
}

export const programSchema: Schema<Program> = v.pipe(
  v.object({
    id: entityIdSchema,
    name: textSchema,
    monthly_price: orAbsent(numberSchema, null),
    yearly_price: orAbsent(numberSchema, null),
    trial_days: v.fallback(v.nullish(numberSchema, null), null),
  }),
  v.check(
    ({ name, monthly_price, yearly_price }) => name !== '' || monthly_price !== null || yearly_price !== null,
    'Nothing to show',
  ),
);

/** `GET /web/program`: a list. A single object is read as a list with one entry. */
export const programsSchema: Schema<readonly Program[]> = v.union([
  entityList(programSchema),
  v.pipe(
    programSchema,
    v.transform((program): Program[] => [program]),
  ),
]);

/** One payment. The invoice link is in the card provider's event: `data.data.object.invoice_pdf`. */
export interface SubscriptionHistory {
  readonly id: number;
  readonly billed_at: IsoInstant | null;
  /** Dollars; negative for a refund; null when missing. */
  readonly amount: number | null;
  readonly data: { readonly data: { readonly object: { readonly invoice_pdf: string | null } } };
}

const noInvoice = { data: { object: { invoice_pdf: null } } };

export const subscriptionHistorySchema: Schema<SubscriptionHistory> = v.pipe(
  v.object({
    id: entityIdSchema,
    billed_at: nullableInstantSchema,
    amount: orAbsent(numberSchema, null),
    data: v.fallback(
      v.object({ data: v.object({ object: v.object({ invoice_pdf: nullableTextSchema }) }) }),
      noInvoice,
    ),
  }),
  v.check(
    ({ billed_at, amount, data }) =>
      billed_at !== null || amount !== null || data.data.object.invoice_pdf !== null,
    'Nothing to show',
  ),
);

export interface Subscription {
  /** A local id (see `isServerId`) when the server sent none: it cannot be canceled. */
  readonly id: number;
  /** The provider's status: active, trialing, canceled or cancelled, past_due, … */
  readonly status: string;
  /** `stripe`, `paypal`, or another provider's name. */
  readonly provider: string;
  readonly provider_subscription_id: string;
  /** 1 = monthly, any other value = yearly; null when missing. */
  readonly period: number | null;
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
  /** What is charged (optional addition); null when it has ended or is missing: the member cannot change it then. */
  readonly payment_method: PaymentMethod | null;
}

/** The card or wallet that a subscription charges. */
export interface PaymentMethod {
  readonly type: 'card' | 'wallet';
  /** Lower case, for example `visa`; empty when unknown. */
  readonly brand: string;
  /** The last four digits; empty when unknown. */
  readonly last4: string;
  /** The first instant at which the card is no longer valid; null when unknown. */
  readonly expires_at: IsoInstant | null;
}

const paymentMethodSchema: Schema<PaymentMethod> = v.object({
  type: v.picklist(['card', 'wallet']),
  brand: textSchema,
  last4: textSchema,
  expires_at: nullableInstantSchema,
});

export const subscriptionSchema: Schema<Subscription> = v.pipe(
  v.object({
    id: entityIdSchema,
    status: textSchema,
    provider: textSchema,
    provider_subscription_id: textSchema,
    period: orAbsent(numberSchema, null, v.fallback(numberSchema, 1)),
    current_period_start: nullableInstantSchema,
    current_period_end: nullableInstantSchema,
    subscription_histories: v.fallback(
      v.nullish(entityList(subscriptionHistorySchema), () => []),
      () => [],
    ),
    trial_ends_at: nullableInstantSchema,
    next_charge_at: nullableInstantSchema,
    next_amount: nullableNumberSchema,
    cancel_at_period_end: flagSchema,
    payment_method: v.fallback(v.nullish(paymentMethodSchema, null), null),
  }),
  v.check(
    (subscription) =>
      subscription.id >= 0 ||
      subscription.status !== '' ||
      subscription.provider_subscription_id !== '' ||
      subscription.current_period_end !== null ||
      subscription.subscription_histories.length > 0,
    'Nothing to show',
  ),
);

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
export interface PaymentIntentResponse {
  /** The wallet provider's approval page. Untrusted: check the URL before following it. */
  readonly approveLink: string | null;
  readonly setupIntentClientSecret: string | null;
}

export const paymentIntentResponseSchema: Schema<PaymentIntentResponse> = v.object({
  approveLink: nullableTextSchema,
  setupIntentClientSecret: nullableTextSchema,
});

export interface CreateSubscriptionBody {
  readonly gateway: 'stripe';
  readonly program_id: number;
  readonly term: Term;
  readonly payment_method_id: string;
}

const paymentMethodIdSchema: Schema<string> = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,255}$/, 'Please enter your card again.'),
);

export const createSubscriptionBodySchema: Schema<CreateSubscriptionBody> = v.object({
  gateway: v.literal('stripe', 'Only a card can be charged here.'),
  program_id: idSchema,
  term: termSchema,
  payment_method_id: paymentMethodIdSchema,
});

export interface CreateSubscriptionResponse {
  readonly message: string;
  readonly subscription: Subscription | null;
}

export const createSubscriptionResponseSchema: Schema<CreateSubscriptionResponse> = v.object({
  message: textSchema,
  subscription: v.fallback(v.nullish(subscriptionSchema, null), null),
});

/** `POST /web/update-payment-method`. */
export interface UpdatePaymentMethodBody {
  /** The provider's id of the payment method that was set up. */
  readonly payment_method_id: string;
}

export const updatePaymentMethodBodySchema: Schema<UpdatePaymentMethodBody> = v.object({
  payment_method_id: paymentMethodIdSchema,
});

export interface ExpirationResponse {
  readonly active: boolean;
  /** The provider's status (optional addition); a failed one ends the polling. */
  readonly status: string | null;
  readonly message: string | null;
}

export const expirationResponseSchema: Schema<ExpirationResponse> = v.object({
  active: flagSchema,
  status: nullableTextSchema,
  message: nullableTextSchema,
});

export interface SubscriptionInfo {
  /** The program's name. */
  readonly program: string;
  /** As in `Subscription`. */
  readonly period: number | null;
  readonly provider: string;
  /** `Trialing`, `Active` or another provider status. */
  readonly status: string;
  readonly expired_at: IsoInstant | null;
}

export const subscriptionInfoSchema: Schema<SubscriptionInfo> = v.object({
  program: textSchema,
  period: orAbsent(numberSchema, null, v.fallback(numberSchema, 1)),
  provider: textSchema,
  status: textSchema,
  expired_at: nullableInstantSchema,
});

/** `error` is sent with status 200; when it is a text, it is the message. */
export interface SubscriptionInfoResponse {
  readonly error: boolean;
  readonly message: string;
  readonly subscription: SubscriptionInfo | null;
}

/** Any truthy value is an error; a text is also the message. */
function readErrorFlag(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || !('error' in response)) return response;
  const { error } = response;
  if (v.is(booleanSchema, error)) return response;
  const message = typeof error === 'string' ? { message: error } : {};
  return { ...message, ...response, error: Boolean(error) };
}

export const subscriptionInfoResponseSchema: Schema<SubscriptionInfoResponse> = v.pipe(
  v.unknown(),
  v.transform(readErrorFlag),
  v.object({
    error: flagSchema,
    message: textSchema,
    subscription: v.fallback(v.nullish(subscriptionInfoSchema, null), null),
  }),
);

export interface CancelRequestResponse {
  readonly message: string;
  readonly url: string | null;
}

export const cancelRequestResponseSchema: Schema<CancelRequestResponse> = v.object({
  message: textSchema,
  url: nullableTextSchema,
});

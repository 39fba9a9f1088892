import type Stripe from 'stripe';
import type { CardRefusal } from './test-cards.ts';

/** The used parts of Stripe's objects. Picked from the SDK's types, so that renamed fields fail to compile. */
type CustomerObject = Pick<
  Stripe.Customer,
  | 'id'
  | 'object'
  | 'balance'
  | 'created'
  | 'currency'
  | 'default_source'
  | 'delinquent'
  | 'description'
  | 'email'
  | 'invoice_prefix'
  | 'invoice_settings'
  | 'livemode'
  | 'metadata'
  | 'name'
  | 'phone'
  | 'shipping'
>;

export type SetupIntentObject = Pick<
  Stripe.SetupIntent,
  | 'id'
  | 'object'
  | 'allowed_payment_method_types'
  | 'application'
  | 'cancellation_reason'
  | 'client_secret'
  | 'created'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
  | 'usage'
> & {
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly last_setup_error: { type: string; code: string; message: string; decline_code?: string } | null;
  readonly next_action: {
    type: 'use_stripe_sdk';
    use_stripe_sdk: { type: 'three_d_secure_redirect' };
  } | null;
};

export type PaymentMethodObject = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'billing_details' | 'created' | 'livemode' | 'metadata' | 'type'
> & {
  readonly customer: string | null;
  readonly card: Pick<
    Stripe.PaymentMethod.Card,
    'brand' | 'country' | 'display_brand' | 'exp_month' | 'exp_year' | 'fingerprint' | 'funding' | 'last4'
  >;
};

/** Hidden data of a saved card. */
export interface PaymentMethodSecrets {
  readonly atCharge: CardRefusal | null;
  /** Set until the card has been saved through a set-up intent that asked for authentication. */
  readonly authentication: 'none' | 'required';
}

type ProductObject = Pick<
  Stripe.Product,
  | 'id'
  | 'object'
  | 'active'
  | 'created'
  | 'description'
  | 'images'
  | 'livemode'
  | 'metadata'
  | 'name'
  | 'updated'
>;

export type PriceObject = Pick<
  Stripe.Price,
  | 'id'
  | 'object'
  | 'active'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'lookup_key'
  | 'metadata'
  | 'nickname'
  | 'type'
> & {
  readonly product: string;
  readonly unit_amount: number;
  readonly recurring: {
    interval: 'month' | 'year';
    interval_count: number;
    usage_type: 'licensed';
    trial_period_days: null;
  };
};

type SubscriptionItemObject = Pick<
  Stripe.SubscriptionItem,
  | 'id'
  | 'object'
  | 'created'
  | 'current_period_end'
  | 'current_period_start'
  | 'metadata'
  | 'quantity'
  | 'subscription'
> & { readonly price: PriceObject };

type SubscriptionStatusWord =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled';

export type SubscriptionObject = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'pause_collection'
  | 'start_date'
  | 'trial_end'
  | 'trial_start'
> & {
  readonly status: SubscriptionStatusWord;
  readonly customer: string;
  readonly default_payment_method: string | null;
  readonly latest_invoice: string | null;
  readonly cancellation_details: {
    comment: null;
    feedback: null;
    reason: 'cancellation_requested' | 'payment_failed' | null;
  };
  readonly items: { object: 'list'; data: SubscriptionItemObject[]; has_more: false; url: string };
};

/** Hidden data of a subscription. */
export interface SubscriptionSecrets {
  /** Failed attempts at the newest invoice. */
  readonly failures: number;
}

export type InvoiceObject = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'auto_advance'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'customer_name'
  | 'description'
  | 'hosted_invoice_url'
  | 'invoice_pdf'
  | 'livemode'
  | 'metadata'
  | 'next_payment_attempt'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'status_transitions'
  | 'subtotal'
  | 'total'
> & {
  readonly customer: string;
  readonly parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
};

type RefundObject = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & { readonly payment_intent: string };

export type ChargeObject = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'disputed' | 'refunded'
> & { readonly payment_intent: string };

type DisputeObject = Pick<Stripe.Dispute, 'id' | 'object' | 'status'> & {
  readonly charge: string;
  readonly payment_intent: string;
};

type EventObject = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks'
> & {
  readonly type: string;
  readonly data: { readonly object: object };
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
};

/** Which type each kind of object has. */
export interface StoredObjects {
  customer: CustomerObject;
  setup_intent: SetupIntentObject;
  payment_method: PaymentMethodObject;
  product: ProductObject;
  price: PriceObject;
  subscription: SubscriptionObject;
  invoice: InvoiceObject;
  refund: RefundObject;
  dispute: DisputeObject;
  event: EventObject;
}

// The used parts of PayPal's objects; times are ISO 8601, money is text.
import type * as v from 'valibot';
import type { planShape, productShape } from './wallet-shapes.ts';

export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

export interface PlanObject extends v.InferOutput<typeof planShape> {
  readonly id: string;
}

export interface BillingInfo {
  readonly outstanding_balance: Money;
  readonly cycle_executions: readonly {
    readonly tenure_type: 'TRIAL' | 'REGULAR';
    readonly sequence: number;
    readonly cycles_completed: number;
    readonly total_cycles: number;
  }[];
  readonly last_payment?: { readonly amount: Money; readonly time: string };
  readonly next_billing_time?: string;
  readonly failed_payments_count: number;
  readonly last_failed_payment?: {
    readonly amount: Money;
    readonly time: string;
    readonly reason_code: string;
    readonly next_payment_retry_time?: string;
  };
}

export interface SubscriptionObject {
  readonly id: string;
  readonly plan_id: string;
  readonly status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  readonly status_update_time: string;
  readonly create_time: string;
  readonly start_time: string;
  readonly custom_id?: string;
  readonly subscriber: { readonly email_address?: string; readonly payer_id?: string };
  readonly billing_info?: BillingInfo;
}

/** Hidden data of a subscription. */
export interface SubscriptionSecrets {
  /** Opens its approve page; nobody can guess it. */
  readonly token: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Whether charges go through. */
  readonly funding: 'good' | 'refuses';
  /** When the first regular payment was due, in milliseconds: the periods' grid. */
  readonly anchor: number | null;
}

interface TransactionObject {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  readonly amount_with_breakdown: { readonly gross_amount: Money };
  readonly time: string;
}

interface RefundObject {
  readonly id: string;
  readonly status: 'COMPLETED';
  readonly amount: Money;
  readonly create_time: string;
}

/** The outcome and the stage are PayPal's codes. */
export interface DisputeObject {
  readonly id: string;
  readonly dispute_id: string;
  readonly create_time: string;
  readonly status: 'OPEN' | 'UNDER_REVIEW' | 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED';
  readonly dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
  readonly disputed_transactions: readonly { readonly seller_transaction_id: string }[];
  readonly dispute_outcome?: { readonly outcome_code: string };
}

interface EventObject {
  readonly id: string;
  readonly event_version: '1.0';
  readonly create_time: string;
  readonly resource_type: 'subscription' | 'sale' | 'dispute';
  readonly event_type: string;
  readonly resource: object;
}

export interface StoredWalletObjects {
  product: v.InferOutput<typeof productShape>;
  plan: PlanObject;
  subscription: SubscriptionObject;
  transaction: TransactionObject;
  refund: RefundObject;
  dispute: DisputeObject;
  event: EventObject;
}

// Converts PayPal's objects. Pure.
import type { ProviderInvoice } from '../payments.types.ts';
import {
  centsOf,
  type PaypalDispute,
  type PaypalSubscription,
  type PaypalTransaction,
} from './paypal-shapes.ts';
import type { WalletSubscription } from './wallet.types.ts';

/**
 * PayPal has no status for trials and failed payments: an active subscription is in its trial until a regular cycle
 * completes, and unpaid while a failed payment is outstanding.
 */
export function readPaypalSubscription(found: PaypalSubscription): WalletSubscription {
  const info = found.billing_info;
  const executions = info?.cycle_executions ?? [];
  const tried = executions.some(({ tenure_type }) => tenure_type === 'TRIAL');
  const paidCycles = executions.find(({ tenure_type }) => tenure_type === 'REGULAR')?.cycles_completed ?? 0;
  const owing = centsOf(info?.outstanding_balance?.value ?? '0');
  const failing = (info?.failed_payments_count ?? 0) > 0 && owing > 0;
  const trialing = tried && paidCycles === 0 && !failing;
  const next = info?.next_billing_time ?? null;
  const active = found.status === 'ACTIVE';
  const over = found.status === 'CANCELLED' || found.status === 'EXPIRED';
  return {
    id: found.id,
    phase: phaseOf(found.status),
    payerId: found.subscriber?.payer_id ?? null,
    customerId: null,
    reference: null,
    status: statusOf(found.status, { failing, trialing }),
    currentPeriodStart: info?.last_payment?.time ?? found.start_time ?? null,
    currentPeriodEnd: active ? next : null,
    trialEnd: active && trialing ? next : null,
    ...(found.plan === undefined ? {} : { amountCents: failing ? owing : nextAmount(found, owing) }),
    nextChargeAt: active
      ? ((failing ? info?.last_failed_payment?.next_payment_retry_time : undefined) ?? next)
      : null,
    cancelAtPeriodEnd: false,
    canceledAt: over ? (found.status_update_time ?? null) : null,
    endedByFailedPayment: found.status === 'EXPIRED' && failing,
    failingSince: failing ? (info?.last_failed_payment?.time ?? null) : null,
  };
}

/** Returns what the next cycle takes; null if PayPal does not say enough to know. */
function nextAmount(
  { plan, billing_info: info, quantity }: PaypalSubscription,
  owing: number,
): number | null {
  const trial = info?.cycle_executions.find(({ tenure_type }) => tenure_type === 'TRIAL');
  const tenure = (trial?.cycles_remaining ?? 0) > 0 ? 'TRIAL' : 'REGULAR';
  const cycles = plan?.billing_cycles.filter(({ tenure_type }) => tenure_type === tenure) ?? [];
  const price = cycles[0]?.pricing_scheme?.fixed_price;
  // A free trial has no price. Tax on top and a balance change the amount in ways that PayPal does not return.
  const isExact = cycles.length === 1 && plan?.taxes?.inclusive !== false && owing === 0;
  if (!isExact) return null;
  if (price === undefined) return tenure === 'TRIAL' ? 0 : null;
  return centsOf(price.value) * quantity;
}

function phaseOf(status: PaypalSubscription['status']): WalletSubscription['phase'] {
  if (status === 'APPROVAL_PENDING') return 'waiting';
  return status === 'APPROVED' ? 'approved' : 'started';
}

function statusOf(
  status: PaypalSubscription['status'],
  { failing, trialing }: { readonly failing: boolean; readonly trialing: boolean },
): string {
  switch (status) {
    case 'ACTIVE':
      return failing ? 'past_due' : trialing ? 'trialing' : 'active';
    case 'SUSPENDED':
      return failing ? 'unpaid' : 'paused';
    case 'CANCELLED':
    case 'EXPIRED':
      return 'canceled';
    default:
      return 'incomplete';
  }
}

const PAYMENT_STATUS: Readonly<Record<PaypalTransaction['status'], string>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'void',
  PENDING: 'open',
  DECLINED: 'uncollectible',
};

/** Outcomes by which the buyer gets the money of the seller. In others the seller keeps it. */
const lostOutcomes: readonly string[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/**
 * Returns whether a dispute takes the payment back: while PayPal decides on a claim, and after the buyer has won. In an
 * inquiry, buyer and seller talk to each other, and no money is taken.
 */
export function takesBack({
  status,
  dispute_life_cycle_stage: stage,
  dispute_outcome,
}: PaypalDispute): boolean {
  if (status === 'RESOLVED') return lostOutcomes.includes(dispute_outcome?.outcome_code ?? '');
  return stage !== '' && stage !== 'INQUIRY';
}

/** PayPal has no documents of payments. */
export function readPaypalPayment(transaction: PaypalTransaction, subscriptionId: string): ProviderInvoice {
  const { value, currency_code } = transaction.amount_with_breakdown.gross_amount;
  return {
    id: transaction.id,
    subscriptionId,
    amountCents: centsOf(value),
    currency: currency_code.toLowerCase(),
    status: PAYMENT_STATUS[transaction.status],
    reversed: transaction.status === 'REFUNDED',
    billedAt: transaction.time,
    pdf: null,
  };
}

// The life of a PayPal subscription: activated, charged, retried, suspended, cancelled.

import { centsOf, writeMoney } from '@openbell/example-server';
import { nextPeriodEnd } from '../billing-calendar.ts';
import { randomWalletText } from './wallet-ids.ts';
import type { BillingInfo, Money, PlanObject, SubscriptionObject } from './wallet-objects.ts';
import type { StoredSubscription, WalletStore } from './wallet-store.ts';

const DAY = 86_400_000;
/** Days between the retries of a refused payment. */
const RETRY_DAYS = 5;

const iso = (at: number) => new Date(at).toISOString();

/** Starts a subscription with its trial, if the plan has one, else with the first payment. */
export async function activate(
  store: WalletStore,
  subscription: StoredSubscription,
  at: number,
): Promise<void> {
  const plan = await planOf(store, subscription);
  const trial = plan.billing_cycles.find(({ tenure_type }) => tenure_type === 'TRIAL');
  const info: BillingInfo = {
    outstanding_balance: { currency_code: priceOf(plan).currency_code, value: '0.00' },
    cycle_executions: plan.billing_cycles.map(({ tenure_type, sequence, total_cycles }) => ({
      tenure_type,
      sequence,
      total_cycles,
      cycles_completed: 0,
    })),
    failed_payments_count: 0,
  };
  const begun: StoredSubscription = {
    shown: { ...change(subscription.shown, 'ACTIVE', at), start_time: iso(at), billing_info: info },
    hidden: subscription.hidden,
  };
  if (trial === undefined) {
    // A funding source that refuses does so from the second payment on.
    await collect(store, { ...begun, hidden: { ...begun.hidden, anchor: at } }, { plan, at });
  } else {
    const end = at + trial.frequency.interval_count * DAY;
    const waiting = { ...begun.shown, billing_info: { ...info, next_billing_time: iso(end) } };
    await store.putSubscription({ shown: waiting, hidden: { ...begun.hidden, anchor: end } });
  }
  const active = await store.findSubscription(subscription.shown.id);
  await store.emit('BILLING.SUBSCRIPTION.ACTIVATED', active?.shown ?? begun.shown, at);
}

/** Cancels at once: PayPal cannot cancel at the period's end. */
export async function cancel(
  store: WalletStore,
  { shown, hidden }: StoredSubscription,
  at: number,
): Promise<void> {
  const { next_billing_time: _, ...info } = shown.billing_info ?? noBilling();
  const cancelled: SubscriptionObject = { ...change(shown, 'CANCELLED', at), billing_info: info };
  await store.putSubscription({ shown: cancelled, hidden });
  await store.emit('BILLING.SUBSCRIPTION.CANCELLED', cancelled, at);
}

/** Runs the charges that are due until `now`, each at its own time. Returns their number. */
export async function advanceWallet(store: WalletStore, now: number): Promise<number> {
  let steps = 0;
  for (;;) {
    const due = await store.due(now);
    if (due.length === 0) return steps;
    for (const subscription of due) {
      const at = Date.parse(subscription.shown.billing_info?.next_billing_time ?? iso(now));
      const plan = await planOf(store, subscription);
      if (subscription.hidden.funding === 'good') await collect(store, subscription, { plan, at });
      else await fail(store, subscription, { plan, at });
      steps += 1;
    }
  }
}

/** Makes every refusing funding source good and collects the payment at once. */
export async function recoverPayments(store: WalletStore, at: number): Promise<void> {
  for (const subscription of await store.failing()) {
    const { shown, hidden } = subscription;
    const plan = await planOf(store, subscription);
    await collect(store, { shown, hidden: { ...hidden, funding: 'good' } }, { plan, at });
  }
}

interface Charge {
  readonly plan: PlanObject;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

async function collect(
  store: WalletStore,
  { shown, hidden }: StoredSubscription,
  { plan, at }: Charge,
): Promise<void> {
  const info = shown.billing_info ?? noBilling();
  const price = priceOf(plan);
  const owed = centsOf(info.outstanding_balance.value);
  const amount: Money = owed > 0 ? info.outstanding_balance : price;
  const { last_failed_payment: _, ...rest } = info;
  const paid: SubscriptionObject = {
    ...shown,
    billing_info: {
      ...rest,
      outstanding_balance: { ...price, value: '0.00' },
      failed_payments_count: 0,
      cycle_executions: info.cycle_executions.map((cycle) => ({
        ...cycle,
        cycles_completed: cycle.tenure_type === 'TRIAL' ? 1 : cycle.cycles_completed + 1,
      })),
      last_payment: { amount, time: iso(at) },
      next_billing_time: iso(periodEnd(plan, hidden.anchor ?? at, at)),
    },
  };
  const id = randomWalletText(17);
  await store.put(
    'transaction',
    { id, status: 'COMPLETED', amount_with_breakdown: { gross_amount: amount }, time: iso(at) },
    shown.id,
  );
  await store.putSubscription({ shown: paid, hidden });
  await store.emit(
    'PAYMENT.SALE.COMPLETED',
    {
      id,
      state: 'completed',
      amount: { total: amount.value, currency: amount.currency_code },
      billing_agreement_id: shown.id,
    },
    at,
  );
}

async function fail(
  store: WalletStore,
  { shown, hidden }: StoredSubscription,
  { plan, at }: Charge,
): Promise<void> {
  const info = shown.billing_info ?? noBilling();
  const failures = info.failed_payments_count + 1;
  const last = failures >= plan.payment_preferences.payment_failure_threshold;
  const retry = iso(at + RETRY_DAYS * DAY);
  const price = priceOf(plan);
  const { next_billing_time: _, ...rest } = info;
  const failed: SubscriptionObject = {
    ...(last ? change(shown, 'SUSPENDED', at) : shown),
    billing_info: {
      ...rest,
      outstanding_balance: price,
      failed_payments_count: failures,
      last_failed_payment: {
        amount: price,
        time: iso(at),
        reason_code: 'PAYMENT_DENIED',
        ...(last ? {} : { next_payment_retry_time: retry }),
      },
      ...(last ? {} : { next_billing_time: retry }),
    },
  };
  await store.putSubscription({ shown: failed, hidden });
  await store.emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', failed, at);
  if (last) await store.emit('BILLING.SUBSCRIPTION.SUSPENDED', failed, at);
}

/** Returns the end of the period that contains `at`, counted from the first payment. */
function periodEnd(plan: PlanObject, anchor: number, at: number): number {
  const regular = plan.billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
  const interval = regular?.frequency.interval_unit === 'YEAR' ? 'year' : 'month';
  const seconds = (moment: number) => Math.floor(moment / 1000);
  return nextPeriodEnd(seconds(anchor), interval, seconds(at)) * 1000;
}

function change(
  shown: SubscriptionObject,
  status: SubscriptionObject['status'],
  at: number,
): SubscriptionObject {
  return { ...shown, status, status_update_time: iso(at) };
}

/** Returns the plan's regular price. */
export function priceOf(plan: PlanObject): Money {
  const regular = plan.billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
  return regular?.pricing_scheme.fixed_price ?? { currency_code: 'USD', value: writeMoney(0) };
}

async function planOf(store: WalletStore, { shown }: StoredSubscription): Promise<PlanObject> {
  const plan = await store.find('plan', shown.plan_id);
  if (plan === undefined) throw new Error(`The wallet sandbox has lost the plan ${shown.plan_id}.`);
  return plan;
}

function noBilling(): BillingInfo {
  return {
    outstanding_balance: { currency_code: 'USD', value: '0.00' },
    cycle_executions: [],
    failed_payments_count: 0,
  };
}

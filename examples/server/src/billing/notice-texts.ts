// The texts of the billing mails. Pure. Times are UTC, as the reader's time zone is unknown.
import type { invoices } from '../db/schema/billing.ts';
import type { Mail } from '../mail/mail.ts';
import type { SubscriptionRow } from './subscription-state.ts';

export interface NoticePerson {
  readonly email: string;
  readonly firstName: string;
  readonly expiredAt: Date | null;
}

export type NoticePlan = SubscriptionRow & { readonly programName: string; readonly currency: string };

type Payment = Pick<typeof invoices.$inferSelect, 'amountCents' | 'currency' | 'billedAt'>;

/** Writes the mail about the start of a trial. */
export function trialStartedMail(person: NoticePerson, plan: NoticePlan): Mail {
  const end = day(plan.trialEnd);
  return letter(person, 'Your free trial has started', [
    `Your free trial of ${plan.programName} has started. It ends on ${end}.`,
    `On that day we charge ${price(plan)}, and again every ${interval(plan)} after that, until you cancel.`,
    `Cancel before ${end} and you are charged nothing. You find the button in your profile.`,
  ]);
}

/** Writes the receipt of a payment. */
export function receiptMail(
  person: Pick<NoticePerson, 'email' | 'firstName'>,
  plan: NoticePlan,
  payment: Payment,
): Mail {
  const amount = money(payment.amountCents, payment.currency);
  return letter(person, `Receipt: ${amount} for ${plan.programName}`, [
    `We have received ${amount} for ${plan.programName} on ${day(payment.billedAt)}. Thank you.`,
    ...(plan.nextChargeAt === null
      ? []
      : [`The next charge is ${price(plan)} on ${day(plan.nextChargeAt)}, unless you cancel before.`]),
    'Your payment history is in your profile.',
  ]);
}

/** Writes the mail about a refused renewal. */
export function paymentFailedMail(person: NoticePerson, plan: NoticePlan): Mail {
  return letter(person, 'Your payment failed', [
    `The payment of ${price(plan)} for ${plan.programName} was refused.`,
    ...(plan.nextChargeAt === null ? [] : [`We try again on ${day(plan.nextChargeAt)}.`]),
    `Your access goes on until ${day(person.expiredAt)}.`,
    'Please make sure that your card or wallet can be charged. If you need another card, cancel the plan in your profile and enroll again.',
  ]);
}

/** Writes the mail about a cancellation. */
export function cancelledMail(person: NoticePerson, plan: NoticePlan, now: number): Mail {
  const end = person.expiredAt;
  const lasts = end !== null && end.getTime() > now;
  return letter(person, 'Your subscription is cancelled', [
    `Your subscription to ${plan.programName} is cancelled. You will not be charged again.`,
    lasts ? `You keep your access until ${day(end)}.` : 'Your access has ended.',
    'You can enroll again at any time.',
  ]);
}

/** Writes the mail about a plan that ended unpaid. */
export function endedUnpaidMail(person: NoticePerson, plan: NoticePlan, now: number): Mail {
  const end = person.expiredAt;
  const lasts = end !== null && end.getTime() > now;
  return letter(person, 'Your subscription has ended', [
    `We could not collect ${price(plan)} for ${plan.programName}, so your subscription has ended. You will not be charged again.`,
    ...(lasts ? [`You keep your access until ${day(end)}.`] : []),
    'You can enroll again at any time.',
  ]);
}

function letter(
  person: Pick<NoticePerson, 'email' | 'firstName'>,
  subject: string,
  lines: readonly string[],
): Mail {
  const text = [greetingOf(person.firstName), ...lines, 'Openbell'].join('\n\n');
  return { to: person.email, subject, text };
}

/** Greets by name only if it is a plain one: anyone can register another person's address with any name. */
function greetingOf(name: string): string {
  const isPlain = name.length <= 40 && /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u.test(name);
  return isPlain ? `Hello ${name},` : 'Hello,';
}

function price(plan: NoticePlan): string {
  return plan.amountCents === null ? 'the price of your plan' : money(plan.amountCents, plan.currency);
}

function interval(plan: Pick<NoticePlan, 'period'>): string {
  return plan.period === 1 ? 'month' : 'year';
}

function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    cents / 100,
  );
}

const days = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

function day(date: Date | null): string {
  return date === null ? 'the end of the period' : `${days.format(date)} UTC`;
}

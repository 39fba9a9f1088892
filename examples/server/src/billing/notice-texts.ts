// The texts of the billing mails. Times are UTC, as the user's time zone is unknown.
import type { invoices } from '../db/schema/billing.ts';
import type { Mail } from '../providers/mail/mail-provider.ts';
import type { ProviderCard } from '../providers/payments.types.ts';
import type { UserRow } from '../sessions/sessions.ts';
import type { SubscriptionRow } from './subscription-state.ts';

export type Recipient = Pick<UserRow, 'email' | 'firstName' | 'expiredAt'>;

export type NoticePlan = SubscriptionRow & { readonly programName: string; readonly currency: string };

type Payment = Pick<typeof invoices.$inferSelect, 'amountCents' | 'currency' | 'billedAt'>;

export function trialStartedMail(recipient: Recipient, plan: NoticePlan): Mail {
  const end = formatTime(plan.trialEnd);
  return compose(recipient, 'Your free trial has started', [
    `Your free trial of ${plan.programName} has started. It ends on ${end}.`,
    `On that day we will charge ${price(plan)}, and then every ${interval(plan)} until you cancel.`,
    `Cancel before ${end} and you will not be charged. You can cancel in your profile.`,
  ]);
}

export function receiptMail(
  recipient: Pick<Recipient, 'email' | 'firstName'>,
  plan: NoticePlan,
  payment: Payment,
): Mail {
  const amount = money(payment.amountCents, payment.currency);
  return compose(recipient, `Receipt: ${amount} for ${plan.programName}`, [
    `Thank you. We received your payment of ${amount} for ${plan.programName} on ${formatTime(payment.billedAt)}.`,
    ...(plan.nextChargeAt === null
      ? []
      : [
          `Your next charge is ${price(plan)} on ${formatTime(plan.nextChargeAt)}, unless you cancel before then.`,
        ]),
    'You can find your payment history in your profile.',
  ]);
}

export function paymentFailedMail(recipient: Recipient, plan: NoticePlan, siteUrl: string): Mail {
  return compose(recipient, 'Your payment failed', [
    `Your payment of ${price(plan)} for ${plan.programName} was declined.`,
    ...(plan.nextChargeAt === null ? [] : [`We will try again on ${formatTime(plan.nextChargeAt)}.`]),
    `You keep your access until ${formatTime(recipient.expiredAt)}.`,
    plan.provider === 'stripe'
      ? `To pay now with another card, update your card: ${profileLink(siteUrl)}`
      : `Please check that your PayPal account can be charged, or choose another way to pay there: ${profileLink(siteUrl)}`,
  ]);
}

/** The mail before a card expires. A card is valid until the end of its last month. */
export function cardExpiryMail(
  recipient: Recipient,
  plan: NoticePlan & { readonly card: ProviderCard },
  siteUrl: string,
): Mail {
  const { last4, expiresAt } = plan.card;
  return compose(recipient, 'Your card expires soon', [
    `The card ending in ${last4} that pays for ${plan.programName} is valid until the end of ${monthFormat.format(expiresAt - 1)}.`,
    ...(plan.nextChargeAt === null
      ? []
      : [`Your next charge is ${price(plan)} on ${formatTime(plan.nextChargeAt)}.`]),
    `To keep your access without a gap, update your card: ${profileLink(siteUrl)}`,
  ]);
}

function profileLink(siteUrl: string): string {
  return `${siteUrl}/profile`;
}

export function cancelledMail(recipient: Recipient, plan: NoticePlan, now: number): Mail {
  return compose(recipient, 'Your subscription is cancelled', [
    `Your subscription to ${plan.programName} is cancelled. You will not be charged again.`,
    hasAccess(recipient, now)
      ? `You keep your access until ${formatTime(recipient.expiredAt)}.`
      : 'Your access has ended.',
    'You can enroll again at any time.',
  ]);
}

/** The mail about a subscription that ended because a payment failed. */
export function endedUnpaidMail(recipient: Recipient, plan: NoticePlan, now: number): Mail {
  return compose(recipient, 'Your subscription has ended', [
    `We could not collect ${price(plan)} for ${plan.programName}, so your subscription has ended. You will not be charged again.`,
    ...(hasAccess(recipient, now) ? [`You keep your access until ${formatTime(recipient.expiredAt)}.`] : []),
    'You can enroll again at any time.',
  ]);
}

function hasAccess({ expiredAt }: Recipient, now: number): boolean {
  return expiredAt !== null && expiredAt.getTime() > now;
}

function compose(
  { email, firstName }: Pick<Recipient, 'email' | 'firstName'>,
  subject: string,
  lines: readonly string[],
): Mail {
  return { to: email, subject, text: [greetingOf(firstName), ...lines, 'Openbell'].join('\n\n') };
}

/** Omits a name with unusual characters: anyone can register another person's address with any name. */
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

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a date and time; null is the end of the period. */
function formatTime(date: Date | null): string {
  return date === null ? 'the end of the period' : `${dateTimeFormat.format(date)} UTC`;
}

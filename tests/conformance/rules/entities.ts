import type { Rule } from '../rule.ts';

const entity = (name: string, fields: string): Rule => ({
  id: `entity.${name}`,
  source: 'product.md 3',
  rule: fields,
});

/** The fields of the entities of who a person is and what they pay for. */
export const entityRules: readonly Rule[] = [
  entity(
    'user',
    'User: id, first_name, email, phone, about, dp, push_notification, email_notification, expired_at (absent means no plan) and active_subscription.',
  ),
  entity('program', 'Program: id, name, monthly_price and yearly_price.'),
  entity(
    'subscription',
    'Subscription: id, status, provider, provider_subscription_id, period, current_period_start, current_period_end and subscription_histories.',
  ),
  entity(
    'subscription-history',
    'Subscription history entry: id, billed_at, amount in dollars, and data.data.object.invoice_pdf.',
  ),
  entity('subscription-info', 'Subscription info: program, period, provider, status and expired_at.'),
  entity('password-reset', 'Password-reset form: email, otp of 6 digits, password and confirm_password.'),
  entity('contact', 'Contact form: name, email and message.'),
  entity('subscription-request', 'Subscription request: gateway, program_id, term and payment_method_id.'),
  entity('payment-intent-request', 'Payment intent request: term, gateway and program_id.'),
  entity(
    'payment-intent-response',
    'Payment intent response: approveLink (wallet) or setupIntentClientSecret (card).',
  ),
  entity('expiration', 'Expiration response: active, a boolean.'),
  entity(
    'login',
    "Login payload: username, password, remember and type ('manual', 'google' or 'facebook'); social logins send id, email, name, photo and type instead.",
  ),
  entity('login-response', 'Login response: access (the token) and user.'),
  entity(
    'registration',
    'Registration payload: first_name, phone, email, password, password_confirmation, referralCode and agree.',
  ),
  entity('notification-token', 'Notification token: a string that is registered with the server.'),
];

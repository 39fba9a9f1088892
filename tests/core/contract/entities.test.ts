// Bodies of responses and requests; unknown fields are dropped. The folder `walk` reads each entity field by field.
import {
  alertResponseSchema,
  endpoints,
  readWire,
  type Schema,
  subscriptionSchema,
} from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import { payment, subscription, user } from './walk/entities.ts';

const more = { extra: 1, data_version: '2' };

/** Reads the value with additional unknown fields. */
function read<T>(schema: Schema<T> | null, value: object): unknown {
  if (schema === null) throw new Error('The endpoint has no schema.');
  const result = readWire(schema, { ...value, ...more });
  return result.ok ? result.value : result.problems;
}
/** The required fields. */
function required(schema: Schema<unknown> | null, value: object): string[] {
  if (schema === null) return [];
  return Object.keys(value).filter((name) => !readWire(schema, { ...value, [name]: undefined }).ok);
}

describe('responses', () => {
  it.each([
    ['1', 1],
    [2, 2],
    [12, 12],
  ])('reads the period %j of a subscription as %i [entity.subscription]', (written, period) => {
    const sent = { ...subscription, period: written };
    expect(read(subscriptionSchema, sent)).toEqual({ ...subscription, period });
  });

  it('reads a payment, and its invoice as null when it is missing [entity.subscription-history]', () => {
    const provider = {
      object: { invoice_pdf: '/i.pdf', customer_email: 'nora@openbell.test' },
      type: 'event',
    };
    const wide = {
      ...subscription,
      subscription_histories: [{ ...payment, ...more, data: { data: provider } }],
    };
    expect(read(subscriptionSchema, wide)).toMatchObject({ subscription_histories: [payment] });
    for (const data of [undefined, null, {}, { data: {} }, { data: { object: {} } }]) {
      const none = { ...subscription, subscription_histories: [{ ...payment, data }] };
      expect(read(subscriptionSchema, none)).toMatchObject({
        subscription_histories: [{ ...payment, data: { data: { object: { invoice_pdf: null } } } }],
      });
    }
  });

  it.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [404, true],
    [{ code: 7 }, true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('reads the error flag %j of subscription info as %j [billing.info-error-flag]', (error, flag) => {
    const { response } = endpoints.subscriptionInfo;
    expect(read(response, { error, message: 'Why.' })).toEqual({
      error: flag,
      message: 'Why.',
      subscription: null,
    });
  });

  it('uses the error text of subscription info when it has no message [billing.info-error-flag]', () => {
    const { response } = endpoints.subscriptionInfo;
    expect(read(response, { error: 'Not yours.' })).toMatchObject({ error: true, message: 'Not yours.' });
    expect(read(response, { error: 'E7', message: 'Not yours.' })).toMatchObject({
      error: true,
      message: 'Not yours.',
    });
  });

  it('reads a payment intent with one of its two fields [call.create-payment-intent]', () => {
    const schema = endpoints.createPaymentIntent.response;
    expect(read(schema, { approveLink: '/approve' })).toEqual({
      approveLink: '/approve',
      setupIntentClientSecret: null,
    });
    expect(read(schema, { setupIntentClientSecret: 'seti' })).toEqual({
      approveLink: null,
      setupIntentClientSecret: 'seti',
    });
  });

  it('reads whether the plan is active [call.user-expiration]', () => {
    const plus = { status: null, message: null };
    expect(read(endpoints.userExpiration.response, { active: true })).toEqual({ active: true, ...plus });
    expect(read(endpoints.userExpiration.response, { active: false })).toEqual({ active: false, ...plus });
  });

  it('accepts an alert, null or an error as the alert response only [entity.alert]', () => {
    const alert = { id: 7, message: 'SPY', created_at: '2026-11-21T15:00:00.000Z' };
    expect(read(alertResponseSchema, { alert })).toEqual({ alert });
    expect(read(alertResponseSchema, { alert: null })).toEqual({ alert: null });
    expect(read(alertResponseSchema, { error: 'Failed to load alert' })).toEqual({
      error: 'Failed to load alert',
    });
    for (const invalid of [{}, { data: { alert } }, { error: 4 }, { message: 'Not found.' }])
      expect(readWire(alertResponseSchema, invalid).ok).toBe(false);
  });

  it.each<readonly [{ readonly alert?: unknown; readonly error?: unknown }, string]>([
    [{ alert: 'one', error: null }, 'alert'],
    [{ alert: 'one', error: '' }, 'alert'],
    [{ alert: 'one', error: 'Expired.' }, 'alert'],
    [{ alert: null, error: null }, 'alert'],
    [{ alert: null, error: '' }, 'alert'],
    [{ alert: null, error: 'Expired.' }, 'error'],
    [{ alert: {}, error: 'Expired.' }, 'error'],
  ])('reads %j by its %s [entity.alert]', (body, key) => {
    const alert = { id: 7, message: 'SPY', created_at: null };
    const given = body.alert === 'one' ? { ...body, alert } : body;
    expect(Object.keys(read(alertResponseSchema, given) as object)).toEqual([key]);
  });

  it('reads a sign-in response, and requires access and user [call.login]', () => {
    const body = { access: 'token', user, message: '' };
    expect(read(endpoints.login.response, body)).toEqual(body);
    expect(required(endpoints.login.response, body)).toEqual(['access', 'user']);
  });
});

describe('requests', () => {
  it('accepts a password reset with a code of six digits only [call.reset-password]', () => {
    const password = { password: 'a long password', confirm_password: 'a long password' };
    const form = { email: 'nora@openbell.test', otp: '012345', ...password };
    const { body } = endpoints.resetPassword;
    expect(read(body, form)).toEqual(form);
    expect(required(body, form)).toEqual(['email', 'otp', 'password', 'confirm_password']);
    for (const otp of ['12345', '1234567', '12345a', '１２３４５６', ' 12345']) {
      expect(read(body, { ...form, otp })).toMatchObject([{ path: 'otp' }]);
    }
    expect(read(endpoints.verifyOtp.body, form)).toEqual({ email: form.email, otp: form.otp });
    expect(read(endpoints.sendOtp.body, form)).toEqual({ email: form.email });
    expect(read(endpoints.resendOtp.body, form)).toEqual({ email: form.email });
  });

  it('requires all fields of the contact form [call.submit-contact-form]', () => {
    const form = { name: 'Nora', email: 'nora@openbell.test', message: 'When?' };
    expect(read(endpoints.submitContactForm.body, form)).toEqual(form);
    expect(required(endpoints.submitContactForm.body, form)).toEqual(['name', 'email', 'message']);
  });

  it('accepts a subscription by stripe only, and requires all fields [call.create-subscription]', () => {
    const request = { gateway: 'stripe', program_id: 1, term: 2, payment_method_id: 'pm_1' };
    const { body } = endpoints.createSubscription;
    expect(read(body, request)).toEqual(request);
    expect(required(body, request)).toEqual(Object.keys(request));
    expect(read(body, { ...request, gateway: 'paypal' })).toMatchObject([{ path: 'gateway' }]);
  });

  it('accepts the two terms and gateways of a payment intent only [call.create-payment-intent] [billing.terms-and-gateways]', () => {
    const { body } = endpoints.createPaymentIntent;
    for (const gateway of ['stripe', 'paypal']) {
      for (const term of [1, 2]) {
        const request = { term, gateway, program_id: 1 };
        expect(read(body, request)).toEqual(request);
        expect(required(body, request)).toEqual(['term', 'gateway', 'program_id']);
      }
    }
    expect(read(body, { term: 3, gateway: 'cash', program_id: 1 })).toMatchObject([
      { path: 'term' },
      { path: 'gateway' },
    ]);
  });

  it('accepts a manual, google or facebook sign-in only [call.login]', () => {
    const { body } = endpoints.login;
    const manual = { username: 'nora@openbell.test', password: 'secret', remember: true, type: 'manual' };
    expect(read(body, manual)).toEqual(manual);
    expect(required(body, manual)).toEqual(['username', 'password', 'type']);
    for (const type of ['google', 'facebook']) {
      const social = { id: '7', email: 'nora@x.test', name: 'Nora', photo: 'https://x.test/n.jpg', type };
      expect(read(body, social)).toEqual({ ...social, remember: false });
    }
    expect(read(body, { ...manual, type: 'twitter' })).toMatchObject([{ path: 'type' }]);
  });

  it('requires all fields of a registration except the referral code [call.register] [sign-up.referral-optional]', () => {
    const { body } = endpoints.register;
    const form = {
      first_name: 'Nora',
      phone: '+13035550142',
      email: 'nora@openbell.test',
      password: 'a long password',
      password_confirmation: 'a long password',
      referralCode: 'FRIEND-7',
      agree: true,
    };
    expect(read(body, form)).toEqual(form);
    expect(required(body, form)).toEqual(Object.keys(form).filter((name) => name !== 'referralCode'));
    expect(read(body, { ...form, referralCode: undefined })).toEqual({ ...form, referralCode: '' });
  });

  it('requires the token of a push registration [call.store-notification-token]', () => {
    const { body } = endpoints.storeNotificationToken;
    expect(read(body, { token: 'a token' })).toEqual({ token: 'a token' });
    expect(required(body, { token: 'a token' })).toEqual(['token']);
  });
});

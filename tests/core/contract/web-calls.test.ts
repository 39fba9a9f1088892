// Each call except chat and alerts: method, path, exact body and the effect of its response, over a fake network.

import { createOpenbell } from '@openbell/core';
import { createApiClient } from '@openbell/core/api-client';
import { createPaymentMethodUpdate } from '@openbell/core/billing/payment-method';
import { endpoints } from '@openbell/core/contract';
import {
  createFakePage,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser } from '../session/session-support.ts';

interface Call {
  /** Method, path and query: `POST /web/login`. */
  readonly line: string;
  readonly headers: Headers;
  /** The JSON, or the fields of a multipart body; null without a body. */
  readonly body: unknown;
  respond(status: number, body: unknown): Promise<void>;
}

const subscription = {
  id: 12,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1',
  period: 1,
  current_period_start: '2026-11-01T00:00:00Z',
  current_period_end: '2026-12-01T00:00:00Z',
  subscription_histories: [],
};

function open() {
  const calls: Call[] = [];
  const local = createMemoryStorage();
  const time = createFakeTime();
  const logged: unknown[][] = [];
  const openbell = createOpenbell({
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    log: (...line) => void logged.push(line),
    cards: {
      provider: 'sandbox',
      confirm: async () => ({ ok: true, paymentMethodId: 'pm_1' }),
    },
    push: {
      tokens: {
        isSupported: () => true,
        current: async () => null,
        get: async () => 'a push token',
        remove: async () => {},
      },
    },
    ports: {
      ...time,
      page: createFakePage(),
      tabs: createFakeTabs().open(),
      localStorage: local,
      sessionStorage: createMemoryStorage(),
      notifications: { permission: () => 'granted', request: async () => 'granted' },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const body = await readBody(request);
        return new Promise((resolve) => {
          calls.push({
            line: `${request.method} ${pathname.replace('/api', '')}${search}`,
            headers: request.headers,
            body,
            async respond(status, json) {
              resolve(Response.json(json, { status }));
              await flush();
            },
          });
        });
      },
    },
  });
  /** Returns the next unread call of this path. */
  async function call(line: string): Promise<Call> {
    await flush();
    const found = calls.findIndex((entry) => entry.line === line);
    const [request] = found === -1 ? [] : calls.splice(found, 1);
    if (request === undefined)
      throw new Error(`No request ${line}; unread: ${calls.map((entry) => entry.line).join(', ')}`);
    return request;
  }
  /** Signed in, with the profile loaded. */
  async function signIn(user: object = makeUser(), subscriptions: readonly object[] = []): Promise<void> {
    local.write('accessToken', 'tokenA');
    openbell.start();
    await (await call('GET /web/profile')).respond(200, { user, subscriptions });
  }
  return { openbell, call, calls, signIn, local, logged, time };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.startsWith('multipart/')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? null : JSON.parse(text);
}
async function flush(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((next) => setImmediate(next));
  await settle();
}

describe('a visitor', () => {
  it('requests each step of a password reset with its JSON body [call.send-otp] [call.verify-otp] [call.resend-otp] [call.reset-password] [calls.json]', async () => {
    const { openbell, call, time } = open();
    const { otpReset } = openbell;
    const email = 'nora@openbell.test';
    const step = async (line: string, body: object): Promise<void> => {
      const request = await call(line);
      expect(request.body).toEqual(body);
      expect(request.headers.get('Content-Type')).toBe('application/json');
      await request.respond(200, { message: 'Done.' });
    };
    void otpReset.send(email);
    await step('POST /web/send-otp', { email });
    expect(otpReset.$state.get().step).toBe('verify');
    await time.advance(60_000);
    void otpReset.resend();
    await step('POST /web/resend-otp', { email });
    expect(otpReset.$state.get().step).toBe('verify');
    void otpReset.verify('012345');
    await step('POST /web/verify-otp', { email, otp: '012345' });
    expect(otpReset.$state.get().step).toBe('reset');
    const passwords = { password: 'a long password', confirm_password: 'a long password' };
    void otpReset.reset(passwords);
    await step('POST /web/reset-password', { email, otp: '012345', ...passwords });
    expect(otpReset.$state.get()).toMatchObject({ step: 'done', message: 'Done.' });
  });

  it('signs in by password or by a provider with the body of each type [call.login]', async () => {
    const manual = open();
    const typed = { email: 'nora@openbell.test', password: 'secret', remember: true };
    void manual.openbell.signIn.submit({ type: 'manual', ...typed });
    const request = await manual.call('POST /web/login');
    const { email: username, password } = typed;
    expect(request.body).toEqual({ username, password, remember: true, type: 'manual' });
    await request.respond(200, { access: 'tokenB', user: makeUser(), message: 'Hello.' });
    expect(manual.local.read('accessToken')).toBe('tokenB');
    expect(JSON.parse(manual.local.read('user') ?? '{}')).toMatchObject({ id: makeUser().id });

    const social = open();
    const account = { id: '7', email: 'n@x.test', name: 'Nora', photo: '', credential: 'proof' };
    void social.openbell.session.signIn({ type: 'facebook', ...account });
    expect((await social.call('POST /web/login')).body).toEqual({
      ...account,
      type: 'facebook',
      remember: true,
    });

    const rejected = open();
    const result = rejected.openbell.signIn.submit({ type: 'manual', ...typed });
    await (await rejected.call('POST /web/login')).respond(422, { message: 'Wrong.' });
    expect(await result).toMatchObject({ ok: false, error: { message: 'Wrong.' } });
  });

  it('registers with seven fields, and is created on 201 [call.register]', async () => {
    const { openbell, call } = open();
    const fields = {
      first_name: 'Nora',
      phone: '+13035550142',
      email: 'nora@openbell.test',
      password: 'short',
      password_confirmation: 'other',
      referralCode: '',
      agree: true,
    };
    const rejected = openbell.signUp.submit(fields, null);
    const first = await call('POST /web/register');
    expect(first.body).toEqual(fields);
    await first.respond(422, { message: 'No.', errors: { email: ['Taken.', 'Really.'] } });
    expect(await rejected).toMatchObject({ ok: false, error: { fieldErrors: { email: 'Taken.' } } });
    const done = openbell.signUp.submit(fields, null);
    await (await call('POST /web/register')).respond(201, { message: 'Welcome.' });
    expect((await done).ok).toBe(true);
  });

  it('loads the programs without a body [call.program]', async () => {
    const { openbell, call, logged } = open();
    void openbell.billing.loadPrograms();
    const request = await call('GET /web/program');
    expect(request.body).toBeNull();
    await request.respond(200, [{ id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450 }]);
    expect(openbell.billing.$programs.get().programs).toMatchObject([{ id: 1, monthly_price: 50 }]);
    void openbell.billing.loadPrograms();
    await (await call('GET /web/program')).respond(500, {});
    expect(logged.map(([line]) => line)).toContain('Failed to fetch program data');
  });

  it('sends the contact form with name, email and message [call.submit-contact-form]', async () => {
    const { openbell, call } = open();
    const form = { name: 'Nora', email: 'nora@openbell.test', message: 'When?' };
    const sent = openbell.contact.submit(form);
    const request = await call('POST /web/submit-contact-form');
    expect(request.body).toEqual(form);
    await request.respond(200, { message: 'Thanks.' });
    expect((await sent).ok).toBe(true);
  });
});

describe('a member', () => {
  it('loads the profile on start with the stored token [call.profile] [session.profile-on-load]', async () => {
    const { openbell, call, local } = open();
    local.write('accessToken', 'tokenA');
    openbell.start();
    const request = await call('GET /web/profile');
    expect(request.body).toBeNull();
    expect(request.headers.get('Authorization')).toBe('Bearer tokenA');
    await request.respond(200, { user: makeUser(), subscriptions: [subscription] });
    expect(openbell.session.$user.get()).toMatchObject({ id: makeUser().id });
    expect(openbell.session.$subscriptions.get()).toMatchObject([{ id: 12 }]);
    expect(JSON.parse(local.read('user') ?? '{}')).toMatchObject({ id: makeUser().id });
  });

  it('saves the profile as a multipart form [call.update-profile]', async () => {
    const { openbell, call, signIn } = open();
    await signIn(makeUser({ first_name: 'Nora', phone: '+13035550142' }));
    const { profileEditor } = openbell;
    profileEditor.change({ about: 'Scalps.', push_notification: true, email_notification: false });
    profileEditor.chooseImage(new File(['png'], 'me.png', { type: 'image/png' }));
    const rejected = profileEditor.save();
    const request = await call('POST /web/update-profile');
    expect(request.headers.get('Content-Type')).toMatch(/^multipart\/form-data/);
    const { profile_image: image, ...texts } = request.body as Record<string, unknown>;
    expect(texts).toEqual({
      first_name: 'Nora',
      phone: '+13035550142',
      about: 'Scalps.',
      push_notification: '1',
      email_notification: '0',
    });
    expect(image).toBeInstanceOf(File);
    await request.respond(422, { message: 'No.', errors: { phone: ['Not a number.'] } });
    expect(await rejected).toMatchObject({ ok: false });
    profileEditor.chooseImage(null);
    const saved = profileEditor.save();
    const again = await call('POST /web/update-profile');
    expect(again.body).not.toHaveProperty('profile_image');
    await again.respond(200, { message: 'Saved.', user: { ...makeUser(), first_name: 'Noor' } });
    expect((await saved).ok).toBe(true);
    expect(openbell.session.$user.get()?.first_name).toBe('Noor');
  });

  it('signs out when the server responds with an error [call.logout]', async () => {
    const { openbell, call, signIn, local } = open();
    await signIn();
    const signedOut = openbell.session.signOut();
    const request = await call('POST /web/logout');
    expect(request.body).toBeNull();
    expect(request.headers.get('Authorization')).toBe('Bearer tokenA');
    await request.respond(500, 'nonsense');
    await signedOut;
    expect(local.read('accessToken')).toBeNull();
    expect(openbell.session.$state.get().status).toBe('signed-out');
  });

  it('buys a plan by card and polls until it is active [call.create-payment-intent] [call.create-subscription] [call.user-expiration] [billing.stripe-modal-opens] [billing.modal-closes]', async () => {
    const { openbell, call, signIn } = open();
    await signIn(makeUser({ expired_at: null }));
    const { billing } = openbell;
    billing.start();
    billing.chooseProgram(1);
    void billing.enroll();
    const intent = await call('POST /web/create-payment-intent');
    expect(intent.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await intent.respond(200, { setupIntentClientSecret: 'seti_secret' });
    expect(billing.$enrolment.get().step).toBe('card');
    void billing.confirmCard({ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' });
    const create = await call('POST /web/create-subscription');
    expect(create.body).toEqual({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_1' });
    expect(billing.$enrolment.get().step).toBe('subscribing');
    await create.respond(200, 'any body');
    const poll = await call('GET /web/user-expiration');
    expect(poll.body).toBeNull();
    await poll.respond(200, { active: true });
    await (await call('GET /web/profile')).respond(200, { user: makeUser(), subscriptions: [subscription] });
    expect(billing.$enrolment.get().step).toBe('subscribed');
  });

  it('changes the card that a subscription charges [call.payment-method-intent] [call.update-payment-method]', async () => {
    const { openbell, call, signIn } = open();
    await signIn(makeUser({ expired_at: '2027-01-01T00:00:00Z' }), [subscription]);
    const { api, session } = openbell;
    const update = createPaymentMethodUpdate({
      api,
      session,
      cardSetup: { provider: 'sandbox', confirm: async () => ({ ok: true, paymentMethodId: 'pm_2' }) },
    });
    void update.open();
    const intent = await call('POST /web/payment-method-intent');
    expect(intent.body).toBeNull();
    await intent.respond(200, { setupIntentClientSecret: 'seti_secret' });
    void update.confirmCard({ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' });
    const save = await call('POST /web/update-payment-method');
    expect(save.body).toEqual({ payment_method_id: 'pm_2' });
    await save.respond(200, { message: 'Your card is updated.', subscription });
    await (await call('GET /web/profile')).respond(200, { user: makeUser(), subscriptions: [subscription] });
    expect(update.$state.get()).toEqual({ step: 'saved', message: 'Your card is updated.' });
  });

  it('cancels a subscription by the id in the path [call.subscription-info] [call.cancel-subscription-request] [call.cancel-subscription]', async () => {
    const { openbell, call, signIn } = open();
    await signIn(makeUser({ expired_at: '2027-01-01T00:00:00Z' }), [subscription]);
    const { billing } = openbell;
    const info = { program: 'Mentorship', period: 1, provider: 'stripe', status: 'Active', expired_at: null };
    const loaded = billing.loadSubscriptionInfo(12);
    const first = await call('GET /web/subscription-info/12');
    expect(first.body).toBeNull();
    await first.respond(200, { error: false, message: '', subscription: info });
    expect(await loaded).toMatchObject({ ok: true, value: { program: 'Mentorship' } });
    const flagged = billing.loadSubscriptionInfo(12);
    await (await call('GET /web/subscription-info/12')).respond(200, { error: true, message: 'No.' });
    expect(await flagged).toMatchObject({ ok: false, error: { message: 'No.' } });

    const requested = billing.requestCancel();
    const request = await call('POST /web/cancel-subscription-request');
    expect(request.body).toBeNull();
    await request.respond(200, { message: 'Sure?' });
    expect(await requested).toMatchObject({ ok: true });

    const cancelled = billing.cancel(12);
    const cancel = await call('POST /web/cancel-subscription/12');
    expect(cancel.body).toBeNull();
    await cancel.respond(200, 'any body');
    await (await call('GET /web/profile')).respond(200, { user: makeUser(), subscriptions: [] });
    expect((await cancelled).ok).toBe(true);
  });

  it('stores a push token, and only logs when that fails [call.store-notification-token]', async () => {
    const { openbell, call, signIn, logged } = open();
    await signIn(makeUser({ push_notification: true }));
    const request = await call('POST /web/store-notification-token');
    expect(request.body).toEqual({ token: 'a push token' });
    const before = logged.length;
    await request.respond(500, {});
    expect(logged.length).toBeGreaterThan(before);
    expect(openbell.session.$state.get().status).toBe('signed-in');
  });
});

it('sets no timer for a pending call [calls.no-timeout]', async () => {
  let respond: (response: Response) => void = () => {};
  const signals: AbortSignal[] = [];
  const api = createApiClient({
    baseUrl: 'https://site.test/api',
    fetch: (input, init) => {
      signals.push(new Request(input, init).signal);
      return new Promise((resolve) => {
        respond = resolve;
      });
    },
  });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  let done = false;
  const pending = api.request(endpoints.programs, {}).finally(() => {
    done = true;
  });
  await flush();
  expect(signals).toHaveLength(1);
  expect(timers()).toBeLessThanOrEqual(before);
  expect(done).toBe(false);
  respond(Response.json([]));
  expect(await pending).toMatchObject({ ok: true });
  expect(signals[0]?.aborted).toBe(false);
});

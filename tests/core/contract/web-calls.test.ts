// Each call except chat and alerts: method, path, exact body and the effect of its response, over a fake network.
import { createOpenbell } from '@openbell/core';
import { createApiClient } from '@openbell/core/api-client';
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
  /** `POST /web/login`, with the query. */
  readonly line: string;
  readonly headers: Headers;
  /** The JSON, or the fields of a multipart body; null without a body. */
  readonly body: unknown;
  answer(status: number, body: unknown): Promise<void>;
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
            async answer(status, json) {
              resolve(Response.json(json, { status }));
              await turns();
            },
          });
        });
      },
    },
  });
  /** Returns the next unread call of this path. */
  async function call(line: string): Promise<Call> {
    await turns();
    const found = calls.findIndex((one) => one.line === line);
    const [taken] = found === -1 ? [] : calls.splice(found, 1);
    if (taken === undefined)
      throw new Error(`No ${line}; there were ${calls.map((one) => one.line).join(', ')}`);
    return taken;
  }
  /** Signed in, with the profile loaded. */
  async function enter(user: object = makeUser(), subscriptions: readonly object[] = []): Promise<void> {
    local.write('accessToken', 'tokenA');
    openbell.start();
    await (await call('GET /web/profile')).answer(200, { user, subscriptions });
  }
  return { openbell, call, calls, enter, local, logged, time };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.startsWith('multipart/')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? null : JSON.parse(text);
}
async function turns(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((next) => setImmediate(next));
  await settle();
}

describe('calls of a visitor', () => {
  it('send-otp, verify-otp, resend-otp and reset-password: bodies and next steps [call.send-otp] [call.verify-otp] [call.resend-otp] [call.reset-password] [calls.json]', async () => {
    const { openbell, call, time } = open();
    const { otpReset } = openbell;
    const email = 'nora@openbell.test';
    const step = async (line: string, body: object): Promise<void> => {
      const made = await call(line);
      expect(made.body).toEqual(body);
      expect(made.headers.get('Content-Type')).toBe('application/json');
      await made.answer(200, { message: 'Done.' });
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

  it('login: body of a manual or social sign-in; stores access and user [call.login]', async () => {
    const manual = open();
    const typed = { email: 'nora@openbell.test', password: 'secret', remember: true };
    void manual.openbell.signIn.submit({ type: 'manual', ...typed });
    const made = await manual.call('POST /web/login');
    const { email: username, password } = typed;
    expect(made.body).toEqual({ username, password, remember: true, type: 'manual' });
    await made.answer(200, { access: 'tokenB', user: makeUser(), message: 'Hello.' });
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

    const refused = open();
    const result = refused.openbell.signIn.submit({ type: 'manual', ...typed });
    await (await refused.call('POST /web/login')).answer(422, { message: 'Wrong.' });
    expect(await result).toMatchObject({ ok: false, error: { message: 'Wrong.' } });
  });

  it('register: seven fields; only 201 is success, with error lists per field [call.register]', async () => {
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
    const refused = openbell.signUp.submit(fields, null);
    const first = await call('POST /web/register');
    expect(first.body).toEqual(fields);
    await first.answer(422, { message: 'No.', errors: { email: ['Taken.', 'Really.'] } });
    expect(await refused).toMatchObject({ ok: false, error: { fieldErrors: { email: 'Taken.' } } });
    const done = openbell.signUp.submit(fields, null);
    await (await call('POST /web/register')).answer(201, { message: 'Welcome.' });
    expect((await done).ok).toBe(true);
  });

  it('program: a GET without a body; logs a failure [call.program]', async () => {
    const { openbell, call, logged } = open();
    void openbell.billing.loadPrograms();
    const made = await call('GET /web/program');
    expect(made.body).toBeNull();
    await made.answer(200, [{ id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450 }]);
    expect(openbell.billing.$programs.get().programs).toMatchObject([{ id: 1, monthly_price: 50 }]);
    void openbell.billing.loadPrograms();
    await (await call('GET /web/program')).answer(500, {});
    expect(logged.map(([line]) => line)).toContain('Failed to fetch program data');
  });

  it('submit-contact-form: name, email, message; 200 is success [call.submit-contact-form]', async () => {
    const { openbell, call } = open();
    const form = { name: 'Nora', email: 'nora@openbell.test', message: 'When?' };
    const sent = openbell.contact.submit(form);
    const made = await call('POST /web/submit-contact-form');
    expect(made.body).toEqual(form);
    await made.answer(200, { message: 'Thanks.' });
    expect((await sent).ok).toBe(true);
  });
});

describe('calls of a member', () => {
  it('profile: a GET with the token; reads user and subscriptions, and caches the user [call.profile] [session.profile-on-load]', async () => {
    const { openbell, call, local } = open();
    local.write('accessToken', 'tokenA');
    openbell.start();
    const made = await call('GET /web/profile');
    expect(made.body).toBeNull();
    expect(made.headers.get('Authorization')).toBe('Bearer tokenA');
    await made.answer(200, { user: makeUser(), subscriptions: [subscription] });
    expect(openbell.session.$user.get()).toMatchObject({ id: makeUser().id });
    expect(openbell.session.$subscriptions.get()).toMatchObject([{ id: 12 }]);
    expect(JSON.parse(local.read('user') ?? '{}')).toMatchObject({ id: makeUser().id });
  });

  it('update-profile: multipart, switches as 1 and 0, optional picture; reads user and errors [call.update-profile]', async () => {
    const { openbell, call, enter } = open();
    await enter(makeUser({ first_name: 'Nora', phone: '+13035550142' }));
    const { profileEditor } = openbell;
    profileEditor.change({ about: 'Scalps.', push_notification: true, email_notification: false });
    profileEditor.chooseImage(new File(['png'], 'me.png', { type: 'image/png' }));
    const refused = profileEditor.save();
    const made = await call('POST /web/update-profile');
    expect(made.headers.get('Content-Type')).toMatch(/^multipart\/form-data/);
    const { profile_image: image, ...texts } = made.body as Record<string, unknown>;
    expect(texts).toEqual({
      first_name: 'Nora',
      phone: '+13035550142',
      about: 'Scalps.',
      push_notification: '1',
      email_notification: '0',
    });
    expect(image).toBeInstanceOf(File);
    await made.answer(422, { message: 'No.', errors: { phone: ['Not a number.'] } });
    expect(await refused).toMatchObject({ ok: false });
    profileEditor.chooseImage(null);
    const saved = profileEditor.save();
    const again = await call('POST /web/update-profile');
    expect(again.body).not.toHaveProperty('profile_image');
    await again.answer(200, { message: 'Saved.', user: { ...makeUser(), first_name: 'Noor' } });
    expect((await saved).ok).toBe(true);
    expect(openbell.session.$user.get()?.first_name).toBe('Noor');
  });

  it('logout: a POST without a body; ignores the result [call.logout]', async () => {
    const { openbell, call, enter, local } = open();
    await enter();
    const left = openbell.session.signOut();
    const made = await call('POST /web/logout');
    expect(made.body).toBeNull();
    expect(made.headers.get('Authorization')).toBe('Bearer tokenA');
    await made.answer(500, 'nonsense');
    await left;
    expect(local.read('accessToken')).toBeNull();
    expect(openbell.session.$state.get().status).toBe('signed-out');
  });

  it('create-payment-intent, create-subscription, user-expiration: by card, until active [call.create-payment-intent] [call.create-subscription] [call.user-expiration] [billing.stripe-modal-opens] [billing.modal-closes]', async () => {
    const { openbell, call, enter } = open();
    await enter(makeUser({ expired_at: null }));
    const { billing } = openbell;
    billing.start();
    billing.chooseProgram(1);
    void billing.enroll();
    const intent = await call('POST /web/create-payment-intent');
    expect(intent.body).toEqual({ term: 1, gateway: 'stripe', program_id: 1 });
    await intent.answer(200, { setupIntentClientSecret: 'seti_secret' });
    expect(billing.$enrolment.get().step).toBe('card');
    void billing.confirmCard({ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' });
    const create = await call('POST /web/create-subscription');
    expect(create.body).toEqual({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_1' });
    expect(billing.$enrolment.get().step).toBe('subscribing');
    await create.answer(200, 'the shape is not shown');
    const poll = await call('GET /web/user-expiration');
    expect(poll.body).toBeNull();
    await poll.answer(200, { active: true });
    await (await call('GET /web/profile')).answer(200, { user: makeUser(), subscriptions: [subscription] });
    expect(billing.$enrolment.get().step).toBe('subscribed');
  });

  it('subscription-info and both cancel calls: the id in the path, no body [call.subscription-info] [call.cancel-subscription-request] [call.cancel-subscription]', async () => {
    const { openbell, call, enter } = open();
    await enter(makeUser({ expired_at: '2027-01-01T00:00:00Z' }), [subscription]);
    const { billing } = openbell;
    const info = { program: 'Mentorship', period: 1, provider: 'stripe', status: 'Active', expired_at: null };
    const loaded = billing.loadSubscriptionInfo(12);
    const first = await call('GET /web/subscription-info/12');
    expect(first.body).toBeNull();
    await first.answer(200, { error: false, message: '', subscription: info });
    expect(await loaded).toMatchObject({ ok: true, value: { program: 'Mentorship' } });
    const flagged = billing.loadSubscriptionInfo(12);
    await (await call('GET /web/subscription-info/12')).answer(200, { error: true, message: 'No.' });
    expect(await flagged).toMatchObject({ ok: false, error: { message: 'No.' } });

    const asked = billing.requestCancel();
    const request = await call('POST /web/cancel-subscription-request');
    expect(request.body).toBeNull();
    await request.answer(200, { message: 'Sure?' });
    expect(await asked).toMatchObject({ ok: true });

    const cancelled = billing.cancel(12);
    const cancel = await call('POST /web/cancel-subscription/12');
    expect(cancel.body).toBeNull();
    await cancel.answer(200, 'the shape is not shown');
    await (await call('GET /web/profile')).answer(200, { user: makeUser(), subscriptions: [] });
    expect((await cancelled).ok).toBe(true);
  });

  it('store-notification-token: the token; only logs a failure [call.store-notification-token]', async () => {
    const { openbell, call, enter, logged } = open();
    await enter(makeUser({ push_notification: true }));
    const made = await call('POST /web/store-notification-token');
    expect(made.body).toEqual({ token: 'a push token' });
    const before = logged.length;
    await made.answer(500, {});
    expect(logged.length).toBeGreaterThan(before);
    expect(openbell.session.$state.get().status).toBe('signed-in');
  });
});

it('the client has no timeout: a pending call sets no timer [calls.no-time-out]', async () => {
  let answer: (response: Response) => void = () => {};
  const signals: AbortSignal[] = [];
  const api = createApiClient({
    baseUrl: 'https://site.test/api',
    fetch: (input, init) => {
      signals.push(new Request(input, init).signal);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  let done = false;
  const asked = api.request(endpoints.programs, {}).finally(() => {
    done = true;
  });
  await turns();
  expect(signals).toHaveLength(1);
  expect(timers()).toBeLessThanOrEqual(before);
  expect(done).toBe(false);
  answer(Response.json([]));
  expect(await asked).toMatchObject({ ok: true });
  expect(signals[0]?.aborted).toBe(false);
});

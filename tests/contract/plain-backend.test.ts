// The client against a backend that has none of our additions (decisions.md 4): the same journeys, over real HTTP.
import { createOpenbell, type Openbell } from '@openbell/core';
import { displayStatus, periodOf } from '@openbell/core/billing';
import { endpoints } from '@openbell/core/contract';
import {
  createFakePage,
  createFakeSockets,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
} from '@openbell/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PlainBackend, startPlainBackend } from '../support/plain-backend.ts';

const PASSWORD = 'Opening-bell-9';
const FORM = {
  first_name: 'Nora',
  phone: '+13035550188',
  email: 'nora@plain.test',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  referralCode: '',
  agree: true,
};

/** Waits for what real HTTP brings in its own time. */
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 10_000, interval: 5 });

describe.each([
  ['canonical', false],
  ['alternate', true],
])('bodies in their %s form', (_form, wrapped) => {
  let backend: PlainBackend;
  let openbell: Openbell;
  const time = createFakeTime();
  const complaints: unknown[] = [];

  beforeAll(async () => {
    backend = await startPlainBackend({ wrapped });
    openbell = createOpenbell({
      apiUrl: `${backend.url}/api`,
      onError: (complaint) => complaints.push(complaint),
      cards: {
        provider: 'sandbox',
        confirm: async (secret) => ({ ok: true, paymentMethodId: `pm_of_${secret.slice(0, 6)}` }),
      },
      ports: {
        clock: time.clock,
        scheduler: time.scheduler,
        page: createFakePage(),
        tabs: createFakeTabs().open(),
        localStorage: createMemoryStorage(),
        sessionStorage: createMemoryStorage(),
        socketFactory: createFakeSockets().factory,
      },
    });
    openbell.start();
  });
  afterAll(async () => {
    openbell.destroy();
    await backend.close();
  });

  const signIn = (password = PASSWORD) =>
    openbell.session.signIn({ type: 'manual', email: FORM.email, password, remember: true });
  const profileLoaded = () => until(() => expect(openbell.session.guard('member')).toBe('allowed'));

  it('sign-up, and its field errors [plain.sign-up]', async () => {
    expect(await openbell.signUp.submit(FORM, null)).toEqual({ ok: true, value: null });
    expect(await openbell.signUp.submit(FORM, null)).toMatchObject({
      ok: false,
      error: { code: 'fields', message: 'Please check the form.', fieldErrors: { email: 'Already in use.' } },
    });
  });

  it('sign-in, its refusal, and the profile [plain.sign-in]', async () => {
    expect(await signIn('wrong')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'Wrong password.' },
    });
    expect(await signIn()).toMatchObject({
      ok: true,
      value: { id: 2, first_name: 'Nora', expired_at: null },
    });
    await profileLoaded();
    expect(openbell.session.$user.get()).toMatchObject({ dp: null, push_notification: false });
    expect(openbell.session.guard('subscriber')).toBe('denied');
  });

  it('the profile is changed [plain.update-profile]', async () => {
    const body = {
      first_name: 'Nora N.',
      about: 'Scalps.',
      push_notification: true,
      email_notification: false,
    };
    const answer = await openbell.api.request(endpoints.updateProfile, { body });
    expect(answer).toMatchObject({
      ok: true,
      data: { user: { ...body, phone: FORM.phone } },
    });
  });

  it('a plan by card: intent, subscription, the poll until it is active, the profile [plain.billing]', async () => {
    const { billing, session } = openbell;
    const stop = billing.start();
    const programs = await billing.loadPrograms();
    expect(programs).toMatchObject({ ok: true, value: [{ id: 1, monthly_price: 50, yearly_price: 450 }] });
    billing.chooseProgram(1);
    expect(await billing.enroll()).toEqual({ ok: true, value: 'here' });
    expect(billing.$enrolment.get().step).toBe('card');
    await billing.confirmCard({ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' });
    await until(async () => {
      await time.advance(1000);
      expect(billing.$enrolment.get().step).toBe('subscribed');
    });
    expect(session.guard('subscriber')).toBe('allowed');
    expect(session.$user.get()?.expired_at).toBe('2099-12-21T15:00:00.000Z');
    const [subscription] = session.$subscriptions.get();
    if (subscription === undefined) throw new Error('There is no subscription.');
    expect(periodOf(subscription.period)).toBe('monthly');
    expect(subscription.subscription_histories[0]).toMatchObject({ amount: 50 });
    stop();
  });

  it('the chat is read, and a message is posted without an echo of its client_id [plain.chat]', async () => {
    const chats = await openbell.api.request(endpoints.chats, { query: { chat_type: 'GR' } });
    expect(chats).toMatchObject({ ok: true, data: { data: [{ id: 1, name: 'The floor' }] } });
    const posted = await openbell.api.request(endpoints.postMessage, {
      params: { id: 1 },
      body: { chat_id: 1, message: 'Hello.', message_type: 'TXT', client_id: crypto.randomUUID() },
    });
    expect(posted).toMatchObject({ ok: true, data: { chat_id: 1, message: 'Hello.', client_id: null } });
    const read = await openbell.api.request(endpoints.chat, { params: { id: 1 }, query: {} });
    expect(read).toMatchObject({
      ok: true,
      data: { data: { messages: [{ message: 'Good morning.' }, { message: 'Hello.' }] } },
    });
  });

  it('cancelling: the details, then the cancel [plain.cancel]', async () => {
    const { api, session } = openbell;
    const info = await api.request(endpoints.subscriptionInfo, { params: { id: 2 } });
    expect(info).toMatchObject({ ok: true, data: { error: false, subscription: { program: 'Mentorship' } } });
    expect(await api.request(endpoints.subscriptionInfo, { params: { id: 1 } })).toMatchObject({
      status: 404,
    });
    expect(await api.request(endpoints.cancelSubscription, { params: { id: 2 } })).toMatchObject({
      ok: true,
    });
    await session.refreshProfile();
    expect(displayStatus(session.$subscriptions.get()[0]?.status ?? '')).toMatchObject({ text: 'CANCELED' });
  });

  it('a question by the contact form [plain.contact]', async () => {
    const question = { name: 'Nora', email: FORM.email, message: 'When?' };
    expect(await openbell.contact.submit(question)).toEqual({ ok: true, value: null });
  });

  it('a 401 ends the session, log-out does, and no value was left out on the way [plain.session-end]', async () => {
    backend.endSessions();
    await openbell.session.refreshProfile();
    expect(openbell.session.$state.get()).toEqual({ status: 'signed-out', reason: 'expired' });
    await signIn();
    await profileLoaded();
    await openbell.session.signOut();
    expect(backend.calls.at(-1)).toBe('POST /web/logout');
    expect(openbell.session.guard('member')).toBe('denied');
    expect(complaints).toEqual([]);
  });
});

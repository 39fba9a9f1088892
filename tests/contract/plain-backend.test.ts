// The client against a backend without our additions: the same journeys, over real HTTP.
import { createOpenbell, type Openbell } from '@openbell/core';
import { createBilling, displayStatus, periodOf } from '@openbell/core/billing';
import { isPending } from '@openbell/core/chat';
import { createMemoryFileStore } from '@openbell/core/ports';
import {
  createFakePage,
  createFakeSockets,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
} from '@openbell/testing';
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

/** Waits for a result of real HTTP. */
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 60_000, interval: 5 });

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
      push: {
        tokens: {
          isSupported: () => true,
          current: async () => 'a push token',
          get: async () => 'a push token',
          remove: async () => {},
        },
      },
      ports: {
        notifications: { permission: () => 'granted', request: async () => 'granted' },
        clock: time.clock,
        scheduler: time.scheduler,
        page: createFakePage(),
        tabs: createFakeTabs().open(),
        localStorage: createMemoryStorage(),
        sessionStorage: createMemoryStorage(),
        fileStore: createMemoryFileStore(),
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

  it('signs up, and shows field errors [plain.sign-up]', async () => {
    expect(await openbell.signUp.submit(FORM, null)).toEqual({ ok: true, value: null });
    expect(await openbell.signUp.submit(FORM, null)).toMatchObject({
      ok: false,
      error: { code: 'fields', message: 'Please check the form.', fieldErrors: { email: 'Already in use.' } },
    });
  });

  it('signs in, shows a rejected sign-in, and loads the profile [plain.sign-in]', async () => {
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

  it('saves the profile, and shows a field error [plain.update-profile]', async () => {
    const { profileEditor, session } = openbell;
    const changes = { about: 'Scalps.', push_notification: true, email_notification: false };
    profileEditor.change({ ...changes, first_name: '' });
    expect(await profileEditor.save()).toMatchObject({
      ok: false,
      error: { code: 'fields', fieldErrors: { first_name: 'Please enter your name.' } },
    });
    profileEditor.change({ first_name: 'Nora N.' });
    expect(await profileEditor.save()).toMatchObject({ ok: true });
    expect(session.$user.get()).toMatchObject({ ...changes, first_name: 'Nora N.', phone: FORM.phone });
  });

  it('registers a push token when push messages are turned on [plain.push]', async () => {
    const registered = () => backend.calls.filter((call) => call === 'POST /web/store-notification-token');
    await until(() => expect(openbell.push.$state.get()).toEqual({ status: 'on' }));
    expect(registered()).toHaveLength(1);
  });

  it('wallet plan: requests the yearly term and redirects to the returned URL [plain.wallet]', async () => {
    const left: string[] = [];
    const billing = createBilling({
      api: openbell.api,
      session: openbell.session,
      cardSetup: { provider: 'sandbox', confirm: async () => ({ ok: false, message: '' }) },
      redirect: (url) => left.push(url),
      origin: () => 'https://site.test',
    });
    await billing.loadPrograms();
    billing.chooseProgram(1);
    billing.chooseTerm(2);
    expect(await billing.enroll()).toEqual({ ok: true, value: 'here' });
    expect(left).toEqual(['https://www.paypal.com/checkout']);
    expect(billing.$enrolment.get().step).toBe('redirecting');
    billing.destroy();
  });

  it('card plan: intent, subscription, poll until active, profile [plain.billing]', async () => {
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
    expect(periodOf(subscription.period ?? 0)).toBe('monthly');
    expect(subscription.subscription_histories[0]).toMatchObject({ amount: 50 });
    stop();
  });

  it('reads the chat and shows a sent message once, without an echo of its client_id [plain.chat]', async () => {
    const { groupChat } = openbell;
    const stops = [groupChat.start(), groupChat.thread(1).open()];
    await groupChat.loadList();
    expect(groupChat.$list.get().chats.map(({ name }) => name)).toEqual(['The floor']);
    const thread = groupChat.thread(1);
    const shown = () =>
      Array.from({ length: thread.$state.get().length }, (_, row) => {
        const item = thread.at(row);
        return item === undefined || isPending(item) ? 'pending' : item.message;
      });
    await until(() => expect(shown()).toEqual(['Good morning.']));
    thread.composer.setText('Hello.');
    expect(thread.composer.submit()).toBe(true);
    await until(() => expect(shown()).toEqual(['Good morning.', 'Hello.']));
    await thread.reload();
    expect(shown()).toEqual(['Good morning.', 'Hello.']);
    for (const stop of stops) stop();
  });

  it('cancel: finds the page, loads the details and cancels [plain.cancel]', async () => {
    const { billing, session } = openbell;
    expect(await billing.requestCancel()).toEqual({
      ok: true,
      value: { kind: 'page', path: '/unsubscribe/2' },
    });
    expect(await billing.loadSubscriptionInfo(2)).toMatchObject({
      ok: true,
      value: { program: 'Mentorship', period: 1, expired_at: '2099-12-21T15:00:00.000Z' },
    });
    expect((await billing.loadSubscriptionInfo(1)).ok).toBe(false);
    expect(await billing.cancel(2)).toEqual({ ok: true, value: { id: 2 } });
    await session.refreshProfile();
    expect(displayStatus(session.$subscriptions.get()[0]?.status ?? '')).toMatchObject({ text: 'CANCELED' });
    expect(session.guard('subscriber')).toBe('allowed');
  });

  it('forgot password: counts down from 60 s by default, then sets a new password [plain.otp-reset]', async () => {
    const { otpReset } = openbell;
    const stop = otpReset.start();
    expect(await otpReset.send(FORM.email)).toEqual({ ok: true, value: null });
    expect(otpReset.$secondsLeft.get()).toBe(60);
    expect(await otpReset.verify('000000')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'Wrong code.' },
    });
    await time.advance(60_000);
    expect(await otpReset.resend()).toEqual({ ok: true, value: null });
    expect((await otpReset.verify(backend.codeFor(FORM.email))).ok).toBe(true);
    expect(await otpReset.reset({ password: 'A-new-one-9', confirm_password: 'A-new-one-9' })).toEqual({
      ok: true,
      value: 'Your password is new.',
    });
    stop();
    expect((await signIn()).ok).toBe(false);
    expect((await signIn('A-new-one-9')).ok).toBe(true);
    await profileLoaded();
  });

  it('reports account deletion as unsupported and keeps the session [plain.delete-account]', async () => {
    expect(await openbell.accountDeletion.submit({ password: 'A-new-one-9' })).toMatchObject({
      ok: false,
      error: { code: 'unsupported' },
    });
    expect(openbell.session.guard('member')).toBe('allowed');
  });

  it('reports the data export as unsupported and keeps the session [data-export.optional]', async () => {
    expect(await openbell.memberData.load()).toMatchObject({ ok: false, error: { code: 'unsupported' } });
    expect(openbell.memberData.$state.get().status).toBe('unsupported');
    expect(openbell.session.guard('member')).toBe('allowed');
  });

  it('reports the password change as unsupported and keeps the session [password.optional]', async () => {
    const passwords = {
      current_password: 'A-new-one-9',
      password: 'a long password',
      confirm_password: 'a long password',
    };
    expect(await openbell.passwordChange.submit(passwords)).toMatchObject({
      ok: false,
      error: { code: 'unsupported' },
    });
    expect(openbell.session.guard('member')).toBe('allowed');
  });

  it('reports the list of devices as unsupported [devices.optional]', async () => {
    expect(await openbell.devices.load()).toEqual({ ok: false, error: { code: 'unsupported' } });
    expect(openbell.devices.$state.get().status).toBe('unsupported');
  });

  it('sends a contact message [plain.contact]', async () => {
    const question = { name: 'Nora', email: FORM.email, message: 'When?' };
    expect(await openbell.contact.submit(question)).toEqual({ ok: true, value: null });
  });

  it('ends the session on a 401 and on log-out, without any reported problem [plain.session-end]', async () => {
    backend.endSessions();
    await openbell.session.refreshProfile();
    expect(openbell.session.$state.get()).toEqual({ status: 'signed-out', reason: 'expired' });
    await signIn('A-new-one-9');
    await profileLoaded();
    await openbell.session.signOut();
    expect(backend.calls.at(-1)).toBe('POST /web/logout');
    expect(openbell.session.guard('member')).toBe('denied');
    expect(complaints).toEqual([]);
  });
});

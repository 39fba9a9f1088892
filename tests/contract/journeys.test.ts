// The same journeys against the in-memory server of `@openbell/testing` and the reference server.
import type { OpenbellOptions } from '@openbell/core';
import type { ChatThread } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { createFakeTime, createMemoryServer, demoEmails, type FakeTime } from '@openbell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJourneyClient, type JourneyClient, textsOf, untilIn } from '../support/journey-client.ts';
import { startTestServer } from '../support/test-server.ts';

interface Backend {
  readonly options: OpenbellOptions;
  readonly time: FakeTime;
  /** The newest code that was mailed to the address. */
  codeFor(email: string): Promise<string>;
  close(): Promise<void>;
}

async function startMemoryBackend(): Promise<Backend> {
  const time = createFakeTime();
  const server = createMemoryServer({ ...time, tradesEvery: 50 });
  return {
    options: server.options,
    time,
    codeFor: async (email) => server.codeFor(email),
    close: async () => server.destroy(),
  };
}

async function startReferenceBackend(): Promise<Backend> {
  const server = await startTestServer({ background: true });
  const time = createFakeTime(server.clock.now());
  const sockets = server.url.replace(/^http/, 'ws');
  return {
    options: {
      apiUrl: `${server.url}/api`,
      socketUrl: `${sockets}/api/ws`,
      optionsFeedUrl: `${sockets}/options`,
      cards: { provider: 'sandbox' },
    },
    time,
    async codeFor(email) {
      const mails = JSON.parse((await server.call('GET', `/dev/mail.json?to=${email}`)).text);
      return /^\s*(\d{6})$/m.exec(mails[0]?.text ?? '')?.[1] ?? '';
    },
    close: server.close,
  };
}

describe.each([
  ['the in-memory server', startMemoryBackend],
  ['the reference server', startReferenceBackend],
])('%s', (_name, start) => {
  let backend: Backend;
  let until: ReturnType<typeof untilIn>;
  const clients: JourneyClient[] = [];

  function open(): JourneyClient {
    const client = createJourneyClient(backend.options, backend.time);
    clients.push(client);
    return client;
  }

  beforeAll(async () => {
    backend = await start();
    until = untilIn(backend.time);
  });
  afterAll(async () => {
    for (const { openbell } of clients) openbell.destroy();
    await backend.close();
  });

  it('sign-in: rejected, accepted, loaded, ended [embed.memory-journeys]', async () => {
    const { openbell, signIn } = open();
    expect(await signIn(demoEmails.subscriber, 'wrong')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'The e-mail address or the password is wrong.' },
    });
    expect(await signIn(demoEmails.subscriber)).toMatchObject({ ok: true, value: { first_name: 'Sam' } });
    await until(() => expect(openbell.session.guard('subscriber')).toBe('allowed'));
    expect(openbell.session.$subscriptions.get()).toMatchObject([{ status: 'active', period: 1 }]);
    await openbell.session.signOut();
    expect(openbell.session.guard('member')).toBe('denied');
  });

  it('forgot password: rejects a wrong code, accepts the mailed one and sets the new password [embed.memory-journeys]', async () => {
    const { openbell, signIn } = open();
    const { otpReset } = openbell;
    const stop = otpReset.start();
    expect(await otpReset.send(demoEmails.lapsed)).toEqual({ ok: true, value: null });
    expect(otpReset.$secondsLeft.get()).toBe(60);
    expect(await otpReset.verify('999999')).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect((await otpReset.verify(await backend.codeFor(demoEmails.lapsed))).ok).toBe(true);
    const password = 'Closing-bell-7';
    expect(await otpReset.reset({ password, confirm_password: password })).toEqual({
      ok: true,
      value: 'Password reset successfully',
    });
    stop();
    expect((await signIn(demoEmails.lapsed)).ok).toBe(false);
    expect((await signIn(demoEmails.lapsed, password)).ok).toBe(true);
  });

  it('card plan: declined, then accepted, and polled until it is active [embed.memory-journeys]', async () => {
    const { openbell, signIn } = open();
    const { billing, session } = openbell;
    await signIn(demoEmails.member);
    const stop = billing.start();
    const programs = await billing.loadPrograms();
    const [program] = programs.ok ? programs.value : [];
    billing.chooseProgram(program?.id ?? 0);
    await until(() => expect(session.guard('member')).toBe('allowed'));
    expect(await billing.enroll()).toEqual({ ok: true, value: 'here' });
    const card = { kind: 'fields', expiry: '12/34', cvc: '123' } as const;
    await billing.confirmCard({ ...card, number: '4000000000000002' });
    expect(billing.$enrolment.get()).toMatchObject({ step: 'card', error: 'Your card was declined.' });
    await billing.confirmCard({ ...card, number: '4242424242424242' });
    await until(() => expect(billing.$enrolment.get().step).toBe('subscribed'));
    expect(session.guard('subscriber')).toBe('allowed');
    expect(session.$subscriptions.get()).toMatchObject([{ status: 'trialing' }]);
    stop();
  });

  it('chat: delivers messages and fills the gap after a lost connection [embed.memory-journeys]', async () => {
    const [sam, maya] = [open(), open()];
    await Promise.all([sam.signIn(demoEmails.subscriber), maya.signIn(demoEmails.mentor)]);
    for (const { openbell } of [sam, maya])
      await until(() => expect(openbell.session.guard('subscriber')).toBe('allowed'));
    await sam.openbell.groupChat.loadList();
    const id = sam.openbell.groupChat.$list.get().chats[0]?.id ?? 0;
    const threads = [sam, maya].map(({ openbell }) => openbell.groupChat.thread(id));
    const [sams, mayas] = threads as [(typeof threads)[0], (typeof threads)[0]];
    const stops = threads.map((thread) => thread.open());
    const isOpen = (client: JourneyClient) => client.openbell.realtime.$state.get().status === 'open';
    await until(() =>
      expect([sams, mayas].map((thread) => thread.$state.get().status)).toEqual(['ready', 'ready']),
    );
    await until(() => expect([isOpen(sam), isOpen(maya)]).toEqual([true, true]));

    sams.send('At the range.');
    await until(() => expect(textsOf(mayas).at(-1)).toBe('At the range.'));
    expect(textsOf(sams).at(-1)).toBe('At the range.');

    maya.cut();
    sams.send('Out of it.');
    sams.send('Stopped.');
    await until(() => expect(textsOf(sams).at(-1)).toBe('Stopped.'));
    await until(() => expect(textsOf(mayas).slice(-3)).toEqual(['At the range.', 'Out of it.', 'Stopped.']));
    mayas.send('Good. That was the plan.');
    await until(() => expect(textsOf(sams).slice(-2)).toEqual(['Stopped.', 'Good. That was the plan.']));
    for (const stop of stops) stop();
    expect([...sam.complaints, ...maya.complaints]).toEqual([]);
  });

  it('chat: applies a block and unblock on all devices, in both kinds of chat [chat.mark-everywhere]', async () => {
    const devices = [open(), open()];
    const threads: ChatThread[] = [];
    for (const { openbell, signIn } of devices) {
      await signIn(demoEmails.subscriber);
      await until(() => expect(openbell.session.guard('subscriber')).toBe('allowed'));
      for (const chat of [openbell.groupChat, openbell.personalChat]) {
        await chat.loadList();
        const thread = chat.thread(chat.$list.get().chats[0]?.id ?? 0);
        thread.open();
        await until(() => expect(thread.$state.get().status).toBe('ready'));
        threads.push(thread);
      }
      await until(() => expect(openbell.realtime.$state.get().status).toBe('open'));
    }
    const whole = threads.map(textsOf);
    const messagesOf = (thread: ChatThread) =>
      Array.from({ length: thread.$state.get().length }, (_, index) => thread.at(index) as Message);
    const theirs = (thread: ChatThread) =>
      messagesOf(thread).filter(({ sender }) => sender.first_name === 'Maya');
    const first = threads[0] as ChatThread;
    const id = theirs(first)[0]?.id ?? 0;

    expect(await first.act(id, 'block')).toMatchObject({ ok: true });
    await until(() => {
      for (const thread of threads)
        expect(theirs(thread).map(({ is_block, message }) => [is_block, message])).toEqual(
          theirs(thread).map(() => [true, '']),
        );
    });
    expect(theirs(threads[3] as ChatThread).length).toBeGreaterThan(0);

    expect(await first.act(id, 'unblock')).toMatchObject({ ok: true });
    await until(() => expect(threads.map(textsOf)).toEqual(whole));
    expect(devices.flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  it('loads time and sales, and receives trades from the options feed [embed.memory-journeys]', async () => {
    const { openbell, signIn, complaints } = open();
    await signIn(demoEmails.subscriber);
    await until(() => expect(openbell.session.guard('subscriber')).toBe('allowed'));
    expect(await openbell.timeSales.load('AAPL')).toMatchObject({ ok: true });
    expect(openbell.timeSales.$state.get()).toMatchObject({ status: 'loaded', unreadable: 0 });
    expect(openbell.timeSales.$state.get().biggest.length).toBe(10);
    const stop = openbell.tradeFlash.start();
    await until(() => expect(openbell.tradeFlash.$state.get().seen).toBeGreaterThan(20));
    expect(openbell.tradeFlash.$state.get().unreadable).toBe(0);
    expect(openbell.optionsFeed.$state.get().status).toBe('live');
    stop();
    expect(complaints).toEqual([]);
  });
});

// The library's behavior under each fault of the memory server.
import { postMessageEndpoint } from '@openbell/core/contract';
import { createMemoryFileStore } from '@openbell/core/ports';
import {
  createFakeTime,
  createMemoryServer,
  demoEmails,
  demoPassword,
  type MemoryServer,
} from '@openbell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJourneyClient, type JourneyClient, textsOf, untilIn } from '../support/journey-client.ts';

const time = createFakeTime();
const until = untilIn(time);
let server: MemoryServer;
let client: JourneyClient;

const callsOf = (name: string) => server.calls.filter((call) => call.name === name);

beforeEach(() => {
  server = createMemoryServer({ ...time });
  client = createJourneyClient(server.options, time);
});
afterEach(() => {
  client.openbell.destroy();
  server.destroy();
});

async function signIn(email: string): Promise<void> {
  expect((await client.signIn(email)).ok).toBe(true);
  await until(() => expect(client.openbell.session.guard('member')).toBe('allowed'));
}

/** The subscriber's group chat, open and live. */
async function openChat() {
  await signIn(demoEmails.subscriber);
  const thread = client.openbell.groupChat.thread(1);
  thread.open();
  await until(() => expect(thread.$state.get().status).toBe('ready'));
  await until(() => expect(client.openbell.realtime.$state.get().status).toBe('open'));
  return thread;
}

describe('dropAfter', () => {
  it('creates one subscription when enrollment is repeated [embed.faults]', async () => {
    await signIn(demoEmails.member);
    const { billing } = client.openbell;
    billing.start();
    await billing.loadPrograms();
    billing.chooseProgram(1);
    await billing.enroll();
    server.faults.dropAfter({ call: 'createSubscription', times: 1 });
    const card = { kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' } as const;
    await billing.confirmCard(card);
    expect(billing.$enrolment.get()).toMatchObject({ error: { code: 'subscription-failed' } });
    expect(await billing.enroll()).toEqual({ ok: true, value: 'here' });
    await until(() => expect(billing.$enrolment.get().step).toBe('subscribed'));
    expect(callsOf('createSubscription')).toHaveLength(2);
    expect(client.openbell.session.$subscriptions.get()).toHaveLength(1);
  });

  it('shows one message with and without a socket event [embed.faults]', async () => {
    const thread = await openChat();
    const before = thread.$state.get().length;
    server.faults.dropAfter({ call: 'postMessage', times: 2 });
    thread.send('Heard.');
    await until(() => expect(textsOf(thread).at(-1)).toBe('Heard.'));
    client.cut();
    thread.send('Asked for.');
    await until(() => expect(textsOf(thread).slice(-2)).toEqual(['Heard.', 'Asked for.']));
    await thread.reload();
    expect(thread.$state.get().length).toBe(before + 2);
  });

  it('returns the stored message when a client_id is posted again', async () => {
    await signIn(demoEmails.subscriber);
    const post = () =>
      client.openbell.api.request(postMessageEndpoint, {
        params: { id: 1 },
        body: {
          chat_id: 1,
          message: 'Once.',
          message_type: 'TXT',
          client_id: '00000000-0000-4000-8000-00000000000a',
        },
      });
    server.faults.dropAfter({ call: 'postMessage', times: 1 });
    expect(await post()).toMatchObject({ kind: 'network' });
    const first = await post();
    expect(first).toMatchObject({ ok: true, status: 200 });
    expect(await post()).toEqual(first);
  });
});

it('dropBefore: a second sign-in succeeds after the first request is lost', async () => {
  server.faults.dropBefore({ call: 'login', times: 1 });
  expect(await client.signIn(demoEmails.member)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  expect(callsOf('login')).toEqual([]);
  expect((await client.signIn(demoEmails.member)).ok).toBe(true);
});

it('expireNow: denies subscriber pages and closes the socket; the member stays signed in [embed.faults]', async () => {
  await openChat();
  server.faults.expireNow(demoEmails.subscriber);
  await until(() =>
    expect(client.openbell.realtime.$state.get()).toMatchObject({
      status: 'refused',
      reason: 'not-subscribed',
    }),
  );
  await client.openbell.session.refreshProfile();
  expect(client.openbell.session.guard('subscriber')).toBe('denied');
  expect(client.openbell.session.guard('member')).toBe('allowed');
});

it('revokeToken: closes the socket, which signs an open page out [embed.faults] [socket.signed-out]', async () => {
  await openChat();
  server.faults.revokeToken(demoEmails.subscriber);
  await until(() =>
    expect(client.openbell.session.$state.get()).toEqual({ status: 'signed-out', reason: 'expired' }),
  );
  expect(client.openbell.session.guard('member')).toBe('denied');
  expect(client.openbell.session.guard('visitor')).toBe('allowed');
  await until(() => expect(client.openbell.realtime.$state.get().status).not.toBe('open'));
});

it('duplicateFrames: shows each message once, and each trade of the feed [embed.faults]', async () => {
  server.faults.duplicateFrames();
  const thread = await openChat();
  const before = thread.$state.get().length;
  server.says(demoEmails.mentor, 1, 'Twice over the wire.');
  await until(() => expect(textsOf(thread).at(-1)).toBe('Twice over the wire.'));
  expect(thread.$state.get().length).toBe(before + 1);

  const { tradeFlash, optionsFeed } = client.openbell;
  tradeFlash.start();
  await until(() => expect(optionsFeed.$state.get().status).toBe('live'));
  server.trade({ s: 500 });
  server.trade({ s: 600 });
  await until(() => expect(tradeFlash.$state.get().trades.map(({ size }) => size)).toEqual([500, 600]));
  expect(tradeFlash.$state.get().seen).toBe(2);
});

it('slow: a second submit sends nothing while the first is pending [embed.faults]', async () => {
  server.faults.slow(5_000, { call: 'login' });
  const { signIn: form } = client.openbell;
  const request = {
    type: 'manual',
    email: demoEmails.member,
    password: demoPassword,
    remember: true,
  } as const;
  const first = form.submit(request);
  expect(await form.submit(request)).toMatchObject({ ok: false, error: { code: 'superseded' } });
  await until(() => expect(callsOf('login')).toHaveLength(1));
  expect(form.$state.get()).toEqual({ status: 'submitting' });
  await time.advance(5_000);
  expect((await first).ok).toBe(true);
  expect(callsOf('login')).toHaveLength(1);
});

it('offline: sends the queued message and loads the missed one after reconnecting [embed.faults]', async () => {
  const thread = await openChat();
  const back = server.faults.offline();
  client.page.play('offline');
  thread.send('From the tunnel.');
  await until(() => expect(textsOf(thread).at(-1)).toBe('[waiting] From the tunnel.'));
  server.says(demoEmails.mentor, 1, 'Missed.');
  back();
  client.page.play('online');
  await until(() => expect(textsOf(thread).slice(-2)).toEqual(['Missed.', 'From the tunnel.']));
  expect(client.openbell.realtime.$state.get().status).toBe('open');
});

it('throttle: reports the seconds of Retry-After and sends no mail [embed.faults]', async () => {
  server.faults.throttle(90, { call: 'sendOtp', times: 1 });
  const { otpReset } = client.openbell;
  otpReset.start();
  expect(await otpReset.send(demoEmails.member)).toMatchObject({
    ok: false,
    error: { code: 'throttled', retryAfter: 90 },
  });
  expect(server.mails).toEqual([]);
  expect((await otpReset.send(demoEmails.member)).ok).toBe(true);
});

it('clear ends every active fault', async () => {
  server.faults.offline();
  server.faults.slow(1_000);
  server.faults.throttle(1);
  expect((await client.signIn(demoEmails.member)).ok).toBe(false);
  server.faults.clear();
  expect((await client.signIn(demoEmails.member)).ok).toBe(true);
});

it('keeps two servers independent and leaves no timer after destroy', async () => {
  const other = createMemoryServer({ ...time, tradesEvery: 100 });
  const guest = createJourneyClient(
    { ...other.options, ports: { ...other.options.ports, fileStore: createMemoryFileStore() } },
    time,
  );
  await guest.signIn(demoEmails.subscriber);
  guest.openbell.tradeFlash.start();
  await until(() => expect(guest.openbell.tradeFlash.$state.get().seen).toBeGreaterThan(3));
  expect(server.calls).toEqual([]);
  guest.openbell.destroy();
  other.destroy();
  client.openbell.destroy();
  await time.advance(1);
  expect(time.pending()).toBe(0);
});

// The table of limits, row by row, over HTTP: as many as it says pass, the next is 429 with
// Retry-After, and it concerns nobody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { rateLimits, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers, chats, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { type LimitName, limitKey, limits } from '../../../examples/server/src/security/limits.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { type CallAnswer, startTestServer, type TestServer } from '../../support/test-server.ts';

/** Somebody at a place. */
interface Somebody {
  readonly id: number;
  readonly email: string;
  readonly address: string;
  readonly token: string;
  /** A message of somebody else's in a chat of theirs, and the chat. */
  readonly messageId: number;
  readonly chatId: number;
}

let server: TestServer;
let ann: Somebody;
let bob: Somebody;

beforeAll(async () => {
  server = await startTestServer({
    config: { rateLimits: true, trustProxy: true },
    frozen: true,
  });
  ann = await somebody('Ann', '203.0.113.1');
  bob = await somebody('Bob', '203.0.113.2');
});
beforeEach(() => server.context.db.delete(rateLimits));
afterAll(() => server.close());

async function somebody(firstName: string, address: string): Promise<Somebody> {
  const { db } = server.context;
  const now = server.clock.now();
  const at = new Date(now);
  const email = `${firstName.toLowerCase()}@example.com`;
  const expiredAt = new Date(now + 300 * 86_400_000);
  const demo = (await db.select().from(users))[0];
  const [user] = await db
    .insert(users)
    .values({
      email,
      firstName,
      phone: '+13035550142',
      passwordHash: demo?.passwordHash ?? null,
      expiredAt,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id });
  const [chat] = await db
    .insert(chats)
    .values({ chatType: 'GR', name: 'Group', createdAt: at })
    .returning({ id: chats.id });
  const chatId = chat?.id ?? 0;
  const ids = [user?.id ?? 0, demo?.id ?? 0];
  await db.insert(chatMembers).values(ids.map((userId) => ({ chatId, userId, joinedAt: at })));
  const [message] = await db
    .insert(messages)
    .values({ chatId, senderId: demo?.id ?? 0, messageType: 'TXT', body: 'Hello.', createdAt: at })
    .returning({ id: messages.id });
  return {
    id: user?.id ?? 0,
    email,
    address,
    token: await beginSession(db, { userId: user?.id ?? 0, remember: true }, now),
    messageId: message?.id ?? 0,
    chatId,
  };
}

/** A call by somebody, signed in or not, from where they are. */
const post = (path: string, who: Somebody, body: unknown, signedIn = true) =>
  server.call('POST', `/api/web/${path}`, {
    body,
    headers: { 'x-forwarded-for': who.address },
    ...(signedIn ? { token: who.token } : {}),
  });
const get = (path: string, who: Somebody, signedIn = true) =>
  server.call('GET', `/api/web/${path}`, {
    headers: { 'x-forwarded-for': who.address },
    ...(signedIn ? { token: who.token } : {}),
  });
const form = (fields: Readonly<Record<string, string>>, file?: File): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== undefined) body.append('files[]', file);
  return body;
};

type Call = (who: Somebody) => Promise<CallAnswer>;

const signIn: Call = (who) =>
  post('login', who, { type: 'manual', username: who.email, password: 'not it', remember: false }, false);
const sendCode: Call = (who) => post('send-otp', who, { email: who.email }, false);
const tryCode: Call = (who) => post('verify-otp', who, { email: who.email, otp: '000000' }, false);
let registered = 0;
const register: Call = (who) => {
  registered += 1;
  const password = 'a long password';
  return post(
    'register',
    who,
    {
      first_name: 'Ada',
      phone: '+13035550142',
      email: `new${registered}@example.com`,
      password,
      password_confirmation: password,
      agree: true,
    },
    false,
  );
};
const ask: Call = (who) =>
  post('submit-contact-form', who, { name: 'Ada', email: who.email, message: 'Hello' }, false);
const begin: Call = (who) =>
  post('create-payment-intent', who, { gateway: 'stripe', program_id: 1, term: 1 });
const subscribe: Call = (who) =>
  post('create-subscription', who, { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_x' });
const poll: Call = (who) => get('user-expiration', who);
const say: Call = (who) =>
  post(`chat/${who.chatId}`, who, form({ chat_id: String(who.chatId), message: 'x', message_type: 'TXT' }));
const sendFile: Call = (who) =>
  post(
    `chat/${who.chatId}`,
    who,
    form(
      { chat_id: String(who.chatId), message: '', message_type: 'TXT' },
      new File(['notes'], 'notes.txt', { type: 'text/plain' }),
    ),
  );
const act =
  (action: object): Call =>
  (who) =>
    post(`chat/${who.messageId}/action`, who, action);

/** Counted elsewhere than in the database, or not by a call: they have tests of their own. */
type Apart =
  | `call.${'person' | 'address'}`
  | 'socket.person'
  | 'socket-failed.address'
  | 'captcha-outage.address'
  | 'media.address'
  | `csp-report.${'address' | 'all'}`;
type Counted = Exclude<LimitName, Apart>;

/** What is counted by each limit. */
const calls: Readonly<Record<Counted, Call>> = {
  'sign-in.account': signIn,
  'sign-in.address': signIn,
  'social-sign-in.address': (who) =>
    post('login', who, { type: 'google', id: '', email: '', name: '', photo: '' }, false),
  'confirm.person': (who) => post('delete-account', who, { password: 'not it' }),
  'otp-send.account': sendCode,
  'otp-send-hour.account': sendCode,
  'otp-send-day.account': sendCode,
  'otp-send.address': sendCode,
  'otp-try.account': tryCode,
  'otp-try.address': tryCode,
  'password-check.person': (who) =>
    post('change-password', who, {
      current_password: demoPassword,
      password: '123123123',
      confirm_password: '123123123',
    }),
  'password-check.address': register,
  'register.address': register,
  'register-day.address': register,
  'contact.account': ask,
  'contact.address': ask,
  'payment-intent.person': begin,
  'payment-intent.address': begin,
  'create-subscription.person': subscribe,
  'create-subscription.address': subscribe,
  'expiration.person': poll,
  'expiration.address': poll,
  'chat-post.person': say,
  'chat-burst.person': say,
  'chat-files.person': sendFile,
  'chat-action.person': act({ type: 'react', emoji: '👍' }),
  'chat-report.person': act({ type: 'report' }),
  'update-profile.person': (who) => post('update-profile', who, form({ about: 'Scalps.' })),
  'change-password.person': (who) =>
    post('change-password', who, {
      current_password: 'not it',
      password: 'a long password',
      confirm_password: 'a long password',
    }),
  'invoice.person': (who) => get('invoice/999', who),
  'wallet-webhook.address': (who) =>
    server.call('POST', '/api/webhooks/paypal', {
      body: {},
      headers: { 'x-forwarded-for': who.address },
    }),
  // Nobody trades it: no session is made for it.
  'time-sale.person': (who) =>
    server.call('POST', '/api/app/marketdata/time-sale', { body: { ticker: 'NOPE' }, token: who.token }),
  'alert.address': (who) => get('alert/demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60', who, false),
};
const names = Object.keys(calls) as Counted[];

/** Under what somebody is counted. */
function keyOf(name: Counted, who: Somebody): string {
  if (name.endsWith('.address')) return limitKey(name, who.address);
  return limitKey(name, name.endsWith('.account') ? sha256Hex(who.email) : who.id);
}

/** As if somebody had done it so often just now. */
async function hasDone(name: Counted, who: Somebody, times: number): Promise<void> {
  const now = server.clock.now();
  await server.context.db.delete(rateLimits);
  await server.context.db.insert(rateLimits).values({
    key: keyOf(name, who),
    hits: Array<number>(times).fill(now),
    allowed: true,
    expiresAt: new Date(now + limits[name].windowMs),
  });
}

describe('each rate limit', () => {
  test.each(names)('%s [calls.limits]', async (name) => {
    const call = calls[name];
    const { limit, windowMs } = limits[name];
    await hasDone(name, ann, limit - 1);
    const last = await call(ann);
    expect(last.status, last.text).not.toBe(429);
    expect(last.status).toBeLessThan(500);

    await hasDone(name, ann, limit);
    const refused = await call(ann);
    const seconds = windowMs / 1000;
    expect([refused.status, refused.headers.get('retry-after')], refused.text).toEqual([
      429,
      String(seconds),
    ]);
    expect(refused.body.retry_after).toBe(seconds);
    expect(refused.body.message).not.toBe('');
    expect((await call(bob)).status).not.toBe(429);

    server.clock.advance(windowMs);
    expect((await call(ann)).status).not.toBe(429);
  });

  test('matches the table of the specification', () => {
    const minute = 60;
    const hour = 60 * minute;
    const day = 24 * hour;
    const table = Object.entries(limits).map(([name, { limit, windowMs }]) => [name, limit, windowMs / 1000]);
    for (const row of [
      ['sign-in.account', 5, 15 * minute],
      ['sign-in.address', 30, 15 * minute],
      ['otp-send.account', 1, minute],
      ['otp-send-hour.account', 5, hour],
      ['otp-send-day.account', 10, day],
      ['otp-send.address', 20, hour],
      ['otp-try.account', 15, hour],
      ['otp-try.address', 30, hour],
      ['register.address', 5, hour],
      ['register-day.address', 20, day],
      ['password-check.person', 30, hour],
      ['password-check.address', 60, hour],
      ['contact.account', 3, hour],
      ['contact.address', 5, hour],
      ['payment-intent.person', 10, hour],
      ['payment-intent.address', 30, hour],
      ['create-subscription.person', 10, hour],
      ['create-subscription.address', 30, hour],
      // 120 a minute.
      ['expiration.person', 2, 1],
      ['expiration.address', 600, minute],
      ['chat-post.person', 30, minute],
      ['chat-burst.person', 8, 2],
      ['chat-files.person', 20, 10 * minute],
      ['chat-action.person', 60, minute],
      ['chat-report.person', 10, day],
      ['call.person', 300, minute],
      ['call.address', 1_200, minute],
      ['media.address', 1_200, minute],
      ['alert.address', 30, minute],
      // One in two seconds.
      ['time-sale.person', 30, minute],
      ['socket.person', 10, minute],
      ['socket-failed.address', 30, minute],
    ]) {
      expect(table).toContainEqual(row);
    }
  });
});

test('counts a reset with a code like a verification', async () => {
  const reset: Call = (who) =>
    post(
      'reset-password',
      who,
      { email: who.email, otp: '000000', password: 'Closing-bell-7', confirm_password: 'Closing-bell-7' },
      false,
    );
  for (const name of ['otp-try.account', 'otp-try.address'] as const) {
    await hasDone(name, ann, limits[name].limit);
    expect((await reset(ann)).status).toBe(429);
    expect((await reset(bob)).status).toBe(422);
  }
});

test('does not count a response repeated for the same Idempotency-Key', async () => {
  const name = 'create-subscription.person';
  const card = { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_x' };
  // Who subscribes already gets what is: an answer that is kept.
  const keyed = () =>
    server.call('POST', '/api/web/create-subscription', {
      body: card,
      token,
      headers: { 'idempotency-key': 'again', 'x-forwarded-for': '203.0.113.9' },
    });
  const token = await server.signIn('subscriber');
  const profile = await server.call('GET', '/api/web/profile', { token });
  const subscriber = { ...ann, id: Number(profile.body.user?.id) };
  const first = await keyed();
  await hasDone(name, subscriber, limits[name].limit);
  const again = await keyed();
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
});

test('limits a signed-in user to 300 calls a minute, and a network address to 1,200 [calls.limit-all]', {
  timeout: 120_000,
}, async () => {
  server.clock.advance(60_000);
  const call = async (who: Somebody) => (await get('sessions', who)).status;
  const passed = async (who: Somebody) => {
    let count = 0;
    // One more than a person may.
    for (let round = 0; round < 43; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 7 }, () => call(who)));
      count += statuses.filter((status) => status === 200).length;
    }
    return count;
  };
  const here = ann.address;
  expect(await passed(ann)).toBe(limits['call.person'].limit);
  const refused = await get('sessions', ann);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  // The same person elsewhere, and whoever is not signed in here.
  expect(await call({ ...ann, address: '203.0.113.3' })).toBe(429);
  expect((await get('program', ann, false)).status).toBe(200);

  let left = limits['call.address'].limit - limits['call.person'].limit;
  for (const name of ['Cleo', 'Dan', 'Eve']) {
    const other = { ...(await somebody(name, here)), address: here };
    const share = await passed(other);
    expect(share).toBeLessThanOrEqual(left);
    left -= share;
  }
  expect(await call({ ...bob, address: here })).toBe(429);
  expect(await call(bob)).toBe(200);
  server.clock.advance(60_000);
  expect(await call(ann)).toBe(200);
});

test('counts nothing with RATE_LIMITS=off in tests', async () => {
  const free = await startTestServer();
  try {
    const body = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
    for (let count = 0; count < 7; count += 1)
      expect((await free.call('POST', '/api/web/submit-contact-form', { body })).status).toBe(200);
    expect(await free.context.db.select().from(rateLimits)).toEqual([]);
  } finally {
    await free.close();
  }
});

// Each row of the table of limits over HTTP: the allowed number of calls passes, the next returns 429 with
// Retry-After, and other callers are not affected.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { rateLimits, sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { type LimitName, limitKey, limits } from '../../../examples/server/src/security/limits.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { registration } from '../../support/account-bodies.ts';
import { type CallResponse, startTestServer, type TestServer } from '../../support/test-server.ts';
import { sharedWorld, storeText, type TestUser } from '../chat/support.ts';

/** A caller: a user, or a visitor, at a network address. */
interface Somebody extends TestUser {
  readonly email: string;
  readonly address: string;
  /** A message of another user in a chat of the caller, and the chat. */
  readonly messageId: number;
  readonly chatId: number;
}

let ann: Somebody;
let bob: Somebody;

let server: TestServer;
const world = sharedWorld({ config: { rateLimits: true, trustProxy: true }, frozen: true });
beforeAll(async () => {
  server = world.server;
  ann = await somebody('Ann', '203.0.113.1');
  bob = await somebody('Bob', '203.0.113.2');
});
beforeEach(() => server.context.db.delete(rateLimits));

async function somebody(name: string, address: string): Promise<Somebody> {
  const { db } = server.context;
  const user = await world.user(name);
  const [demo] = await db.select().from(users);
  if (demo === undefined) throw new Error('There is no demo account.');
  const email = `${name.toLowerCase()}@example.com`;
  const known = { email, phone: '+13035550142', passwordHash: demo.passwordHash };
  await db.update(users).set(known).where(eq(users.id, user.id));
  const chatId = await world.chat('GR', 'Group', [user, { id: demo.id, token: '', name: '' }]);
  const messageId = await storeText(world, { chatId, senderId: demo.id, body: 'Hello.' });
  return { ...user, email, address, chatId, messageId };
}

/** A call by a user or a visitor from a network address. */
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

type Call = (who: Somebody) => Promise<CallResponse>;

const signIn: Call = (who) =>
  post('login', who, { type: 'manual', username: who.email, password: 'not it', remember: false }, false);
const sendCode: Call = (who) => post('send-otp', who, { email: who.email }, false);
const tryCode: Call = (who) => post('verify-otp', who, { email: who.email, otp: '000000' }, false);
let registered = 0;
const register: Call = (who) => {
  registered += 1;
  return post('register', who, registration({ email: `new${registered}@example.com` }), false);
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

const noPasskey = {
  id: 'none',
  rawId: 'none',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'none', signature: 'none' },
};

/** Limits that are not counted in the database or not by a call; other tests cover them. */
type Apart =
  | `call.${'user' | 'address'}`
  | 'socket.user'
  | 'socket-failed.address'
  | 'captcha-outage.address'
  | 'sign-in-known.account'
  | 'social-code.identity'
  | 'registered-mail.account'
  | 'media.address'
  | `csp-report.${'address' | 'all'}`;
type Counted = Exclude<LimitName, Apart>;

/** The call that each limit counts. */
const calls: Readonly<Record<Counted, Call>> = {
  'sign-in.account': signIn,
  'sign-in.address': signIn,
  'social-sign-in.address': (who) =>
    post('login', who, { type: 'google', id: '', email: '', name: '', photo: '' }, false),
  'passkey-sign-in.address': (who) => post('login', who, { type: 'passkey', passkey: noPasskey }, false),
  'passkey-options.address': (who) => post('passkey-sign-in', who, undefined, false),
  'reauthenticate.user': (who) => post('delete-account', who, { password: 'not it' }),
  'factor-code.user': (who) => post('confirm-authenticator', who, { code: '000000' }),
  'factor-code-day.user': (who) => post('confirm-authenticator', who, { code: '000000' }),
  'otp-send.account': sendCode,
  'otp-send-hour.account': sendCode,
  'otp-send-day.account': sendCode,
  'otp-send.address': sendCode,
  'otp-try.account': tryCode,
  'otp-try.address': tryCode,
  'password-check.user': (who) =>
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
  'payment-intent.user': begin,
  'payment-intent.address': begin,
  'create-subscription.user': subscribe,
  'create-subscription.address': subscribe,
  'expiration.user': poll,
  'expiration.address': poll,
  'chat-post.user': say,
  'chat-burst.user': say,
  'chat-files.user': sendFile,
  'chat-action.user': act({ type: 'react', emoji: '👍' }),
  'chat-report.user': act({ type: 'report' }),
  'update-profile.user': (who) => post('update-profile', who, form({ about: 'Scalps.' })),
  'change-password.user': (who) =>
    post('change-password', who, {
      current_password: 'not it',
      password: 'a long password',
      confirm_password: 'a long password',
    }),
  'factor-change.user': async (who) => {
    const provedAt = new Date(server.clock.now());
    await server.context.db.update(sessions).set({ provedAt });
    return post('new-recovery-codes', who, undefined);
  },
  'data-export.user': (who) => post('data-export', who, undefined),
  'invoice.user': (who) => get('invoice/999', who),
  'wallet-webhook.address': (who) =>
    server.call('POST', '/api/webhooks/paypal', {
      body: {},
      headers: { 'x-forwarded-for': who.address },
    }),
  // A contract without trades, so that no session is generated.
  'time-sale.user': (who) =>
    server.call('POST', '/api/app/marketdata/time-sale', { body: { ticker: 'NOPE' }, token: who.token }),
  'alert.address': (who) => get('alert/demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60', who, false),
};
const names = Object.keys(calls) as Counted[];

/** The key under which calls are counted. */
function keyOf(name: Counted, who: Somebody): string {
  if (name.endsWith('.address')) return limitKey(name, who.address);
  const account = sha256Hex(who.email);
  if (name === 'otp-try.account') return limitKey(name, `${account}:${who.address}`);
  return limitKey(name, name.endsWith('.account') ? account : who.id);
}

/** Stores a count as if the caller had just made so many calls. */
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
      ['sign-in-known.account', 5, 15 * minute],
      ['sign-in.address', 30, 15 * minute],
      ['reauthenticate.user', 5, 15 * minute],
      ['change-password.user', 10, hour],
      ['otp-send.account', 1, minute],
      ['otp-send-hour.account', 5, hour],
      ['otp-send-day.account', 10, day],
      ['otp-send.address', 20, hour],
      ['otp-try.account', 15, hour],
      ['otp-try.address', 30, hour],
      ['register.address', 5, hour],
      ['register-day.address', 20, day],
      ['password-check.user', 30, hour],
      ['password-check.address', 60, hour],
      ['contact.account', 3, hour],
      ['contact.address', 5, hour],
      ['payment-intent.user', 10, hour],
      ['payment-intent.address', 30, hour],
      ['create-subscription.user', 10, hour],
      ['create-subscription.address', 30, hour],
      // 120 a minute.
      ['expiration.user', 2, 1],
      ['expiration.address', 600, minute],
      ['chat-post.user', 30, minute],
      ['chat-burst.user', 8, 2],
      ['chat-files.user', 20, 10 * minute],
      ['chat-action.user', 60, minute],
      ['chat-report.user', 10, day],
      ['data-export.user', 1, day],
      ['call.user', 300, minute],
      ['call.address', 1_200, minute],
      ['media.address', 1_200, minute],
      ['alert.address', 30, minute],
      // One every two seconds.
      ['time-sale.user', 30, minute],
      ['socket.user', 10, minute],
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
  const name = 'create-subscription.user';
  const card = { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_x' };
  // A current subscriber gets the existing plan, which is a stored response.
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
    // One more than the limit of a user.
    for (let round = 0; round < 43; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 7 }, () => call(who)));
      count += statuses.filter((status) => status === 200).length;
    }
    return count;
  };
  const here = ann.address;
  expect(await passed(ann)).toBe(limits['call.user'].limit);
  const refused = await get('sessions', ann);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  // The same user at another address, and a visitor at this address.
  expect(await call({ ...ann, address: '203.0.113.3' })).toBe(429);
  expect((await get('program', ann, false)).status).toBe(200);

  let left = limits['call.address'].limit - limits['call.user'].limit;
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

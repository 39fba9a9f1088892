// Every call of the contract by every kind of caller, generated from the access table and the objects in the calls, on a
// server in production mode. A disabled call responds like an unknown path. No response to another caller contains a text
// of the owner.
import { type Access, type EndpointName, endpoints } from '@openbell/core/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { createRoutes } from '../../../examples/server/src/areas.ts';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices } from '../../../examples/server/src/db/schema/billing.ts';
import { passkeys } from '../../../examples/server/src/db/schema/passkeys.ts';
import type { Routes } from '../../../examples/server/src/routes.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import type { CallResponse, TestServer } from '../../support/test-server.ts';
import { sharedWorld } from '../chat/support.ts';
import { operate } from '../operate/support.ts';

/**
 * `owner` has the subscription, the chat and the message of the calls, `mate` is in the chat, `removed` was in it; `other` is
 * a subscriber with their own. `banned` and `deleted` were subscribers in the chat and have kept a token.
 */
const people = [
  ...(['visitor', 'ended session', 'banned', 'deleted', 'member', 'lapsed'] as const),
  ...(['owner', 'mate', 'removed', 'other'] as const),
];
type Who = (typeof people)[number];

const accountOf = {
  member: 'member',
  lapsed: 'lapsed',
  owner: 'subscriber',
  mate: 'mentor',
  other: 'other',
} as const;
/** Texts of the owner that only the owner may read, and those of the chat. */
const secrets = {
  phone: '+13035559977',
  about: 'secret-about',
  agent: 'secret-agent',
  passkey: 'secret-passkey',
  email: demoAccounts.subscriber.email,
};
const chatSecrets = { message: 'secret-message', file: 'secret-file.txt', chat: 'secret-chat' };
/** The secrets in responses to the owner. */
const seenByOwner = new Set<string>();
const notAllowed = 'You are not allowed to access this page. Please contact your administrator.';
const names = Object.keys(endpoints) as EndpointName[];
const built = Object.assign({}, ...createRoutes()) as Routes;

let ids: Readonly<Record<string, string | number>>;
const userIds = new Map<string, number>();
/** The tokens of users who can no longer sign in. */
const oldTokens = new Map<Who, string>();

async function tokenOf(who: Who): Promise<string | null> {
  if (who === 'visitor') return null;
  const old = oldTokens.get(who);
  if (old !== undefined) return old;
  const account = who === 'ended session' ? 'subscriber' : accountOf[who as keyof typeof accountOf];
  const userId = userIds.get(account === undefined ? who : demoAccounts[account].email) ?? 0;
  const token = await beginSession(server.context.db, { userId, remember: true }, server.clock.now());
  if (who === 'ended session') await server.call('POST', '/api/web/logout', { token });
  return token;
}

const form = (fields: Record<string, string>, fileName?: string): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (fileName !== undefined) body.append('files[]', new File(['notes'], fileName, { type: 'text/plain' }));
  return body;
};

/** Well-formed input, so that only the access check can reject it. */
const bodies: Partial<Record<EndpointName, () => unknown>> = {
  createPaymentIntent: () => ({ gateway: 'stripe', program_id: 1, term: 1 }),
  updatePaymentMethod: () => ({ payment_method_id: 'pm_none' }),
  createSubscription: () => ({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_none' }),
  updateProfile: () => form({ about: 'Scalps.' }),
  postMessage: () =>
    form({ chat_id: String(ids.chat), message: chatSecrets.message, message_type: 'TXT' }, chatSecrets.file),
  messageAction: () => ({ type: 'delete' }),
  timeSale: () => ({ ticker: 'AAPL' }),
};
/** Calls about a chat that each of its members may make. */
const ofChat: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...(['chat', 'olderMessages', 'chatUsers', 'postMessage'] as const),
  ...(['muteChat', 'unmuteChat', 'messageAction'] as const),
]);
/** Calls about an object of one user or of the members of a chat; for others it does not exist. */
const owned: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...ofChat,
  ...(['subscriptionInfo', 'endSession', 'removePasskey', 'cancelSubscription', 'messageReaders'] as const),
]);
const queries: Partial<Record<EndpointName, string>> = {
  chats: '?chat_type=GR',
  olderMessages: '?min_id=1',
  tickers: '?q=A',
};

/** The kind of object in a call's path. */
function pathOf(name: EndpointName, missing = false): string {
  const subject: Record<string, string | number | undefined> = {
    id:
      name === 'endSession'
        ? ids.session
        : name === 'removePasskey'
          ? ids.passkey
          : name.includes('ubscription')
            ? ids.subscription
            : ids.chat,
    messageId: ids.message,
    courseId: ids.course,
    code: 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60',
    ticker: 'AAPL',
  };
  const path = endpoints[name].path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    String(missing ? 2_000_000_000 : subject[param]),
  );
  return `/api${path}${queries[name] ?? ''}`;
}

async function beginOwnersSession(): Promise<void> {
  const userId = userIds.get(demoAccounts.subscriber.email) ?? 0;
  const session = { userId, remember: true, userAgent: secrets.agent };
  await beginSession(server.context.db, session, server.clock.now());
  const rows = await server.context.db.select({ id: sessions.id }).from(sessions);
  ids = { ...ids, session: Math.max(...rows.map(({ id }) => id)) };
}

async function addOwnersPasskey(): Promise<void> {
  const { db, clock } = server.context;
  const [row] = await db
    .insert(passkeys)
    .values({
      userId: userIds.get(demoAccounts.subscriber.email) ?? 0,
      credentialId: crypto.randomUUID(),
      publicKey: '',
      counter: 0,
      transports: [],
      name: secrets.passkey,
      createdAt: new Date(clock.now()),
    })
    .returning({ id: passkeys.id });
  ids = { ...ids, passkey: row?.id ?? 0 };
}

async function callAs(who: Who, name: EndpointName, missing = false): Promise<CallResponse> {
  const token = await tokenOf(who);
  const { method } = endpoints[name];
  if (name === 'sessions') await beginOwnersSession();
  if (name === 'passkeys') await addOwnersPasskey();
  // The owner ends the object, so each call gets a new one.
  if (name === 'endSession') await beginOwnersSession();
  if (name === 'removePasskey') await addOwnersPasskey();
  return server.call(method, pathOf(name, missing), {
    ...(token === null ? {} : { token }),
    ...(method === 'POST' ? { body: bodies[name]?.() ?? {} } : {}),
  });
}

/** The status that the access table and the ownership require. */
function expected(name: EndpointName, who: Who): 'served' | 401 | 403 | 404 {
  const needed: Access = endpoints[name].access;
  if (built[name] === undefined) return 404;
  if (needed === 'visitor') return 'served';
  if (['visitor', 'ended session', 'banned', 'deleted'].includes(who)) return 401;
  if (needed === 'subscriber' && (who === 'member' || who === 'lapsed')) return 403;
  // A user without a plan has none to cancel.
  const ofPlan = ['cancelSubscriptionRequest', 'paymentMethodIntent', 'updatePaymentMethod'];
  if (ofPlan.includes(name) && ['member', 'removed'].includes(who)) return 404;
  // The plan of the lapsed user has ended.
  if (name !== 'cancelSubscriptionRequest' && ofPlan.includes(name) && who === 'lapsed') return 404;
  if (who === 'mate' && ofChat.has(name)) return 'served';
  return owned.has(name) && who !== 'owner' ? 404 : 'served';
}

/** The owner's texts that this caller must not receive. */
const hiddenFrom = (who: Who): readonly string[] => {
  if (who === 'owner') return [];
  return [...Object.values(secrets), ...(who === 'mate' ? [] : Object.values(chatSecrets))];
};

/** Adds subscribers, with an old token each. */
async function addSubscribers(...names: readonly Who[]): Promise<void> {
  for (const name of names) {
    const { id, token } = await world.user(name);
    userIds.set(name, id);
    oldTokens.set(name, token);
  }
}

/** Adds the chat of the calls, of which some have lost their membership, and returns its id. */
function addChat(): Promise<number> {
  const members = [demoAccounts.subscriber.email, demoAccounts.mentor.email, 'removed', 'banned', 'deleted'];
  const users = members.map((name) => ({ id: userIds.get(name) ?? 0, token: '', name }));
  return world.chat('GR', chatSecrets.chat, users);
}

let server: TestServer;
const world = sharedWorld({ production: true });
beforeAll(async () => {
  server = world.server;
  for (const { id, email } of await server.context.db.select().from(users)) userIds.set(email, id);
  ids = {};
  const token = (await tokenOf('owner')) ?? '';
  const body = form({ about: secrets.about, phone: secrets.phone });
  expect((await server.call('POST', '/api/web/update-profile', { token, body })).status).toBe(200);
  const profile = await server.call('GET', '/api/web/profile', { token });
  await addSubscribers('removed', 'banned', 'deleted');
  const chat = await addChat();
  ids = { chat, subscription: Number(profile.body.subscriptions?.[0]?.id) };
  const posted = await server.call('POST', `/api/web/chat/${chat}`, { token, body: bodies.postMessage?.() });
  const courses = await server.call('GET', '/api/app/courses', { token });
  ids = { ...ids, message: Number(posted.body.id), course: Number(courses.body[0]?.id ?? 1) };
  const memberOf = (who: Who) => ({ member: String(userIds.get(who)) });
  await operate(server, 'chat remove', { chat: String(chat), ...memberOf('removed') });
  oldTokens.delete('removed');
  await operate(server, 'member ban', memberOf('banned'));
  await operate(server, 'member delete', memberOf('deleted'));
});

test('runs in production mode, without the tools below /dev', async () => {
  expect(server.context.config.production).toBe(true);
  expect((await server.call('GET', '/dev/mail.json')).status).toBe(404);
});

test('grants each role exactly its calls [access.roles]', () => {
  const of = (needed: Access) => names.filter((name) => endpoints[name].access === needed).sort();
  expect(of('visitor')).toEqual([
    ...['alert', 'login', 'passkeySignIn', 'programs', 'register', 'resendOtp', 'resetPassword'],
    ...['sendOtp', 'submitContactForm', 'verifyOtp'],
  ]);
  expect(of('subscriber')).toEqual([
    ...['alerts', 'candles', 'chat', 'chatUsers', 'chats', 'messageAction', 'messageReaders', 'muteChat'],
    ...['olderMessages', 'postMessage', 'tickerDetails', 'tickers', 'timeSale', 'unmuteChat'],
  ]);
});

describe.each(names)('%s', (name) => {
  test.each(people)('as %s [access.table]', async (who) => {
    const response = await callAs(who, name);
    const due = expected(name, who);
    if (due === 'served') expect([401, 403, 404, 405]).not.toContain(response.status);
    else if (built[name] === undefined) expect([404, 405]).toContain(response.status);
    else expect(response.status).toBe(due);
    expect(response.status).toBeLessThan(500);
    if (response.status >= 400) expect(String(response.body.message)).not.toBe('');
    if (response.status === 403) expect(response.body.message).toBe(notAllowed);
    for (const secret of hiddenFrom(who)) expect(response.text).not.toContain(secret);
    if (who !== 'owner') return;
    for (const secret of Object.values({ ...secrets, ...chatSecrets }))
      if (response.text.includes(secret)) seenByOwner.add(secret);
  });
});

test('returns each text of the owner to the owner', () => {
  expect([...seenByOwner].toSorted()).toEqual(Object.values({ ...secrets, ...chatSecrets }).toSorted());
});

test.each(people)('opens an invoice for its owner only, as %s [access.not-yours]', async (who) => {
  const [invoice] = (await server.context.db.select().from(invoices)).filter(
    ({ subscriptionId }) => subscriptionId === ids.subscription,
  );
  const token = await tokenOf(who);
  const access = token === null ? {} : { token };
  const { status } = await server.call('GET', `/api/web/invoice/${invoice?.id}`, access);
  const isSignedOut = ['visitor', 'ended session', 'banned', 'deleted'].includes(who);
  expect(status).toBe(isSignedOut ? 401 : who === 'owner' ? 302 : 404);
});

const actions = ['react', 'delete', 'report', 'unsend', 'mute', 'unmute', 'block', 'unblock'];

test.each(actions)('refuses the action %s on a message of another chat [access.not-yours]', async (type) => {
  const body = { type, ...(type === 'react' ? { emoji: '👍' } : {}) };
  const path = pathOf('messageAction');
  const statuses = [];
  for (const who of ['visitor', 'banned', 'deleted', 'member', 'removed', 'other'] as const) {
    const token = await tokenOf(who);
    statuses.push((await server.call('POST', path, { ...(token === null ? {} : { token }), body })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 403, 404, 404]);
});

test.each([...owned].filter((name) => built[name] !== undefined))(
  '%s: returns the same for an object of another user as for a missing one [access.not-yours]',
  async (name) => {
    const theirs = await callAs('other', name);
    const none = await callAs('other', name, true);
    expect({ status: theirs.status, body: theirs.body }).toEqual({ status: none.status, body: none.body });
  },
);

test('returns 405 with the allowed methods for another method [access.method]', async () => {
  const methodsOf = new Map<string, Set<string>>();
  for (const name of names) {
    if (built[name] === undefined) continue;
    const path = pathOf(name).replace(/\?.*/, '');
    const right = (methodsOf.get(path) ?? new Set()).add(endpoints[name].method);
    // Actions that work with GET also accept POST.
    methodsOf.set(path, /\/(?:un)?mute$/.test(path) ? right.add('POST') : right);
  }
  for (const [path, right] of methodsOf) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      if (right.has(method)) continue;
      const response = await server.call(method, path);
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...right].sort());
    }
  }
});

// Who may call what: every call of the contract × every kind of person, generated from the access table and from what
// each call is about. A call that is not built answers nobody, and nothing tells that there will be something.
import { type Access, type EndpointName, endpoints } from '@openbell/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { createRoutes } from '../../../examples/server/src/areas.ts';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import type { Routes } from '../../../examples/server/src/http/route.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { type CallAnswer, startTestServer, type TestServer } from '../../support/test-server.ts';

/** `owner` has the subscription, the chat and the message that calls are about; `other` is a subscriber with their own. */
const people = ['visitor', 'ended session', 'member', 'lapsed', 'owner', 'other'] as const;
type Who = (typeof people)[number];

const accountOf = { member: 'member', lapsed: 'lapsed', owner: 'subscriber', other: 'other' } as const;
const notAllowed = 'You are not allowed to access this page. Please contact your administrator.';
const names = Object.keys(endpoints) as EndpointName[];
const built = Object.assign({}, ...createRoutes()) as Routes;

let server: TestServer;
let ids: Readonly<Record<string, string | number>>;
const userIds = new Map<string, number>();

async function tokenOf(who: Who): Promise<string | null> {
  if (who === 'visitor') return null;
  const userId =
    userIds.get(demoAccounts[who === 'ended session' ? 'subscriber' : accountOf[who]].email) ?? 0;
  const token = await beginSession(server.context.db, { userId, remember: true }, server.clock.now());
  if (who === 'ended session') await server.call('POST', '/api/web/logout', { token });
  return token;
}

const form = (fields: Record<string, string>): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};

/** What is sent: a body that is well formed, so that only the right to call can be what refuses it. */
const bodies: Partial<Record<EndpointName, () => unknown>> = {
  createPaymentIntent: () => ({ gateway: 'stripe', program_id: 1, term: 1 }),
  createSubscription: () => ({ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_none' }),
  updateProfile: () => form({ about: 'Scalps.' }),
  postMessage: () => form({ chat_id: String(ids.chat), message: 'Hello.', message_type: 'TXT' }),
  messageAction: () => ({ type: 'delete' }),
  timeSale: () => ({ ticker: 'AAPL' }),
};
/** Calls about one person's own thing; for anybody else it does not exist. */
const owned: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'subscriptionInfo',
  'endSession',
  'cancelSubscription',
  'chat',
  'olderMessages',
  'postMessage',
  'muteChat',
  'unmuteChat',
  'messageAction',
]);
const queries: Partial<Record<EndpointName, string>> = {
  chats: '?chat_type=GR',
  olderMessages: '?min_id=1',
  tickers: '?q=A',
};

/** Which thing a call's path names. */
function pathOf(name: EndpointName, missing = false): string {
  const subject: Record<string, string | number | undefined> = {
    id: name === 'endSession' ? ids.session : name.includes('ubscription') ? ids.subscription : ids.chat,
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
  await tokenOf('owner');
  const rows = await server.context.db.select({ id: sessions.id }).from(sessions);
  ids = { ...ids, session: Math.max(...rows.map(({ id }) => id)) };
}

async function callAs(who: Who, name: EndpointName, missing = false): Promise<CallAnswer> {
  const token = await tokenOf(who);
  const { method } = endpoints[name];
  // Whoever owns it ends it: there is another one each time.
  if (name === 'endSession') await beginOwnersSession();
  return server.call(method, pathOf(name, missing), {
    ...(token === null ? {} : { token }),
    ...(method === 'POST' ? { body: bodies[name]?.() ?? {} } : {}),
  });
}

/** What the access table and the ownership of things say. */
function expected(name: EndpointName, who: Who): 'served' | 401 | 403 | 404 {
  const needed: Access = endpoints[name].access;
  if (built[name] === undefined) return 404;
  if (needed === 'visitor') return 'served';
  if (who === 'visitor' || who === 'ended session') return 401;
  if (needed === 'subscriber' && (who === 'member' || who === 'lapsed')) return 403;
  // Who never had a plan has none to cancel.
  if (name === 'cancelSubscriptionRequest' && who === 'member') return 404;
  return owned.has(name) && who !== 'owner' ? 404 : 'served';
}

beforeAll(async () => {
  server = await startTestServer();
  for (const { id, email } of await server.context.db.select().from(users)) userIds.set(email, id);
  ids = {};
  const token = (await tokenOf('owner')) ?? '';
  const profile = await server.call('GET', '/api/web/profile', { token });
  const chats = await server.call('GET', '/api/web/chats?chat_type=GR', { token });
  const chat = Number(chats.body.data?.[0]?.id);
  ids = { chat, subscription: Number(profile.body.subscriptions?.[0]?.id) };
  const posted = await server.call('POST', `/api/web/chat/${chat}`, { token, body: bodies.postMessage?.() });
  const courses = await server.call('GET', '/api/app/courses', { token });
  ids = { ...ids, message: Number(posted.body.id), course: Number(courses.body[0]?.id ?? 1) };
});
afterAll(() => server.close());

test('grants each role exactly its calls [access.roles]', () => {
  const of = (needed: Access) => names.filter((name) => endpoints[name].access === needed).sort();
  expect(of('visitor')).toEqual([
    ...[
      'alert',
      'login',
      'programs',
      'register',
      'resendOtp',
      'resetPassword',
      'sendOtp',
      'submitContactForm',
    ],
    'verifyOtp',
  ]);
  expect(of('subscriber')).toEqual([
    ...['alerts', 'candles', 'chat', 'chats', 'messageAction', 'muteChat', 'olderMessages', 'postMessage'],
    ...['tickerDetails', 'tickers', 'timeSale', 'unmuteChat'],
  ]);
});

describe.each(names)('%s', (name) => {
  test.each(people)('as %s [access.table]', async (who) => {
    const answer = await callAs(who, name);
    const due = expected(name, who);
    if (due === 'served') expect([401, 403, 404, 405]).not.toContain(answer.status);
    else if (built[name] === undefined) expect([404, 405]).toContain(answer.status);
    else expect(answer.status).toBe(due);
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(String(answer.body.message)).not.toBe('');
    if (answer.status === 403) expect(answer.body.message).toBe(notAllowed);
  });
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
    // What changes something by GET is taken by POST as well.
    methodsOf.set(path, /\/(?:un)?mute$/.test(path) ? right.add('POST') : right);
  }
  for (const [path, right] of methodsOf) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      if (right.has(method)) continue;
      const answer = await server.call(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...right].sort());
    }
  }
});

// What still works after the end of a session, of a plan or of the membership of a chat: every grant of a member after
// every such end, on a real server in production mode.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { runDataExports } from '../../../examples/server/src/accounts/personal-data/data-exports.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { recoveryCodes } from '../../../examples/server/src/db/schema/factors.ts';
import { passkeys } from '../../../examples/server/src/db/schema/passkeys.ts';
import { pushTokens } from '../../../examples/server/src/db/schema/push.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { engines } from '../../support/test-server.ts';
import { APP, type FacebookUser, startFacebook } from '../accounts/fake-identity-providers.ts';
import { anotherCode, newPassword, recoveryOf } from '../accounts/otp-support.ts';
import { startWorld, type TestSocket, type TestUser, usersOf } from '../chat/support.ts';
import { codeOf } from '../factors/support.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { type FeedClient, joinFeed } from '../market/options-feed/feed-client.ts';
import { operate, patientWorkers } from '../operate/support.ts';

/** Sockets close within two seconds; a busy machine takes longer. */
const CLOSE_LIMIT_MS = 60_000;
const DAY = 86_400_000;
const [engine = 'PGlite'] = engines;

const people = new Map<string, FacebookUser>();
const facebook = sharedByTests(() => startFacebook(people));
const world = sharedByTests(() =>
  startWorld({
    production: true,
    engine,
    fileWorkers: patientWorkers,
    config: { facebook: { ...APP, graphUrl: `${facebook.url}/v1` } },
  }),
);
/** Members of every chat. */
const [bob, carol] = usersOf(world, beforeAll, 'Bob', 'Carol');
let carolSocket: TestSocket;
let count = 0;
beforeAll(async () => {
  carolSocket = await world.socket(carol);
});

/** A subscriber with everything that can outlive an end. */
interface Victim {
  readonly user: TestUser;
  readonly email: string;
  /** A second device, which ends the first one's session. */
  readonly other: TestUser;
  readonly chatId: number;
  readonly socket: TestSocket;
  readonly feed: FeedClient;
  readonly mediaLink: string;
  readonly courseLink: string;
  readonly exportLink: string;
  /** The digits of a mailed code that has not been verified. */
  readonly otp: string;
  /** Of the authenticator app. */
  readonly recoveryCodes: readonly string[];
  /** The sign-in of a Facebook account with a mailed code, which connects it to the member's account. */
  readonly social: object;
}

/** What a grant does now: an HTTP status, a close code, or whether it exists. */
type Outcome = number | string | boolean;

interface Effects {
  readonly profile: 200 | 401;
  readonly chats: 200 | 401 | 403;
  readonly chat: 200 | 401 | 403 | 404;
  readonly socket: 'open' | 4401 | 4403;
  readonly feed: 'open' | 4401 | 4403;
  /** A new message reaches the socket. */
  readonly frames: boolean;
  readonly push: boolean;
  readonly mediaLink: 200 | 403 | 404;
  readonly courseLink: 200 | 403;
  readonly exportLink: 200 | 403;
  readonly mailedCode: 200 | 422;
  /** The mailed code of a social sign-in. */
  readonly socialCode: 200 | 422;
  /** Password and recovery code. */
  readonly signIn: 200 | 422;
  /** The recovery codes are stored. */
  readonly recoveryCodes: boolean;
  /** A call that needs a proof of the last five minutes, which the session has. */
  readonly stepUp: 200 | 401;
}

/** Signed links work for everyone who has them, for 20 minutes or, in the mail of an export, for seven days. */
const sessionEnded: Effects = {
  ...{ profile: 401, chats: 401, chat: 401, socket: 4401, feed: 4401, frames: false, push: false },
  ...{ mediaLink: 200, courseLink: 200, exportLink: 200, mailedCode: 200, signIn: 200 },
  ...{ socialCode: 200, recoveryCodes: true, stepUp: 401 },
};
const everySessionEnded: Effects = { ...sessionEnded, courseLink: 403 };
const unchanged: Effects = {
  ...{ profile: 200, chats: 200, chat: 200, socket: 'open', feed: 'open', frames: true, push: true },
  ...{ mediaLink: 200, courseLink: 200, exportLink: 200, mailedCode: 200, signIn: 200 },
  ...{ socialCode: 200, recoveryCodes: true, stepUp: 200 },
};

const call = (path: string, token?: string, body?: object) =>
  world.server.call('POST', `/api/web/${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const command = (name: Parameters<typeof operate>[1], { user }: Victim) =>
  operate(world.server, name, { member: String(user.id) });

const ends: Readonly<
  Record<string, { readonly end: (who: Victim) => Promise<unknown>; readonly effects: Effects }>
> = {
  'nothing ends': { end: async () => undefined, effects: unchanged },
  'the member logs out': { end: ({ user }) => call('logout', user.token), effects: sessionEnded },
  'another device ends the others': {
    end: ({ other }) => call('end-other-sessions', other.token),
    effects: sessionEnded,
  },
  'another device changes the password': {
    end: ({ other }) => {
      const password = newPassword;
      const body = { current_password: demoPassword, password, confirm_password: password };
      return call('change-password', other.token, body);
    },
    effects: { ...sessionEnded, mailedCode: 422, socialCode: 422, signIn: 422 },
  },
  'a mailed code resets the password': {
    async end({ email, otp }) {
      await recoveryOf(world.server).verify(email, otp);
      return recoveryOf(world.server).reset(email, otp);
    },
    effects: { ...everySessionEnded, mailedCode: 422, socialCode: 422, signIn: 422 },
  },
  'the operator signs the member out': {
    end: (who) => command('member sign-out', who),
    effects: everySessionEnded,
  },
  'the operator resets the factors': {
    end: (who) => command('member reset-factors', who),
    effects: { ...everySessionEnded, recoveryCodes: false },
  },
  'the operator bans the member': {
    end: (who) => command('member ban', who),
    effects: { ...everySessionEnded, socialCode: 422, signIn: 422 },
  },
  'the member deletes the account': {
    end: ({ other }) => call('delete-account', other.token, { password: demoPassword }),
    effects: {
      ...{ ...everySessionEnded, exportLink: 403, mailedCode: 422, socialCode: 422, signIn: 422 },
      recoveryCodes: false,
    },
  },
  'the plan ends': {
    end: async ({ user }) => {
      const { bus, clock } = world.server.context;
      await bus.transact(async (tx, publish) => {
        await tx
          .update(users)
          .set({ expiredAt: new Date(clock.now() - 1) })
          .where(eq(users.id, user.id));
        publish('entitlement-changed', { userId: user.id });
      });
    },
    effects: { ...unchanged, chats: 403, chat: 403, socket: 4403, feed: 4403, frames: false },
  },
  'the operator removes the member from the chat': {
    end: ({ user, chatId }) =>
      operate(world.server, 'chat remove', { chat: String(chatId), member: String(user.id) }),
    effects: { ...unchanged, chat: 404, frames: false },
  },
  'the operator archives the chat': {
    end: ({ chatId }) => operate(world.server, 'chat archive', { chat: String(chatId) }),
    effects: { ...unchanged, chat: 404, frames: false },
  },
};

async function addVictim(): Promise<Victim> {
  const { context } = world.server;
  const { db, clock } = context;
  const user = await world.user('Ann');
  count += 1;
  const email = `victim${count}@example.com`;
  const [demo] = await db.select().from(users).where(eq(users.email, 'member@openbell.test'));
  const known = { email, passwordHash: demo?.passwordHash ?? null, emailVerifiedAt: new Date(clock.now()) };
  await db.update(users).set(known).where(eq(users.id, user.id));
  const other = await world.session(user);
  const chatId = await world.chat('GR', 'Group', [user, bob, carol]);
  const picture = new File([Buffer.from(tinyImages.gif, 'base64')], 'a.gif', { type: 'image/gif' });
  const fields = { chat_id: String(chatId), message: '', message_type: 'IMG' };
  const posted = await world.form(`/web/chat/${chatId}`, bob, fields, [picture]);
  const courses = await world.server.call('GET', '/api/app/courses', { token: user.token });
  const courseLink = /\/media\/courses\/[^"\\]+/.exec(courses.text)?.[0] ?? '';
  await addPushToken(user);
  await addPasskey(user);
  const ownCodes = await addApp(user);
  await call('data-export', user.token);
  await runDataExports(context, new AbortController().signal);
  const recovery = recoveryOf(world.server);
  const exportLink =
    /\/media\/data-exports\/\S+/.exec((await recovery.mailsTo(email))[0]?.text ?? '')?.[0] ?? '';
  return {
    ...{ user, email, other, chatId, courseLink, exportLink },
    recoveryCodes: ownCodes,
    social: await beginSocial(email, ownCodes[1] ?? ''),
    mediaLink: /\/media\/chat\/[^"\\]+/.exec(JSON.stringify(posted.body))?.[0] ?? '',
    socket: await world.socket(user),
    feed: await joinFeed(`${world.url}/options`, user.token),
    otp: await recovery.newCode(email),
  };
}

async function addPushToken({ id: userId, token }: TestUser): Promise<void> {
  const { db, clock } = world.server.context;
  const [session] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenSha256, sha256Hex(token)));
  const at = new Date(clock.now());
  await db.insert(pushTokens).values({
    ...{ userId, sessionId: session?.id ?? 0, token: 'opaque', placeSha256: sha256Hex(`${userId}`) },
    ...{ createdAt: at, refreshedAt: at },
  });
}

/** Adds a passkey, so that the member has a factor to reset. */
async function addPasskey({ id: userId }: TestUser): Promise<void> {
  const { db, clock } = world.server.context;
  const key = { credentialId: `${userId}`, publicKey: '', counter: 0, transports: [], name: 'Phone' };
  await db.insert(passkeys).values({ userId, ...key, createdAt: new Date(clock.now()) });
}

/** Adds an authenticator app and returns its recovery codes. */
async function addApp({ token }: TestUser): Promise<readonly string[]> {
  const { body } = await call('new-authenticator', token);
  const code = codeOf(String(body.secret), world.server.clock.now());
  const added = await call('confirm-authenticator', token, { code });
  return added.body.recovery_codes as unknown as readonly string[];
}

/** Begins a sign-in with a Facebook account without an address, and returns its last step. */
async function beginSocial(email: string, code: string): Promise<object> {
  const credential = `fb-${email}`;
  people.set(credential, { id: `${1000 + count}`, name: 'Reader' });
  const fields = { type: 'facebook', credential, address: email };
  await call('login', undefined, fields);
  const [mail] = await recoveryOf(world.server).mailsTo(email);
  return { ...fields, otp: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '', code };
}

/** Tries every grant of a member, sockets first. `closed` contains the close codes; 0 for an open socket. */
async function tryAll(
  who: Victim,
  closed: { socket: number; feed: number },
  frames: boolean,
): Promise<Record<string, Outcome>> {
  const { user, email, chatId } = who;
  const get = async (path: string) =>
    (await world.server.call('GET', path, path.startsWith('/media') ? {} : { token: user.token })).status;
  const text = `New ${chatId}`;
  const hasText = (frame: unknown) => JSON.stringify(frame).includes(text);
  const said = await world.say(bob, chatId, text);
  // Nobody receives a message to an archived chat, which the server refuses.
  if (said.status === 201) await carolSocket.next(hasText);
  if (frames) await who.socket.next(hasText);
  else if (closed.socket === 0) await who.socket.settled();
  const { db } = world.server.context;
  const devices = await db.select().from(pushTokens).where(eq(pushTokens.userId, user.id));
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  const recovery = recoveryOf(world.server);
  const outcome = {
    socket: closed.socket || 'open',
    feed: closed.feed || 'open',
    frames: who.socket.frames.some(hasText),
    profile: await get('/api/web/profile'),
    chats: await get('/api/web/chats?chat_type=GR'),
    chat: await get(`/api/web/chat/${chatId}`),
    push: devices.length > 0,
    mediaLink: await get(who.mediaLink),
    courseLink: await get(who.courseLink),
    exportLink: await get(who.exportLink),
    recoveryCodes: codes.length > 0,
    stepUp: (await call('new-passkey', user.token)).status,
    mailedCode: (await recovery.verify(email, who.otp)).status,
    socialCode: (await call('login', undefined, who.social)).status,
    signIn: (await call('login', undefined, { ...signInBody(email), code: who.recoveryCodes[0] })).status,
  };
  // A wrong code never works.
  expect((await recovery.verify(email, anotherCode(who.otp))).status).toBe(422);
  return outcome;
}

describe.each(Object.keys(ends))('when %s', (name) => {
  test('each grant of the member ends or stays as documented [social.code-ends]', async () => {
    const { end, effects } = ends[name] ?? { end: async () => undefined, effects: unchanged };
    const who = await addVictim();
    const closed = { socket: 0, feed: 0 };
    void who.socket.closed.then(({ code }) => {
      closed.socket = code;
    });
    void who.feed.closed.then(({ code }) => {
      closed.feed = code;
    });
    await end(who);
    const due = {
      socket: effects.socket === 'open' ? 0 : effects.socket,
      feed: effects.feed === 'open' ? 0 : effects.feed,
    };
    await vi.waitFor(() => expect(closed).toEqual(due), CLOSE_LIMIT_MS);
    expect(await tryAll(who, closed, effects.frames)).toEqual(effects);
    who.feed.socket.terminate();
  });
});

test('the links of a chat’s media end after twenty minutes, and that of an export after seven days', async () => {
  const { mediaLink, exportLink } = await addVictim();
  const get = async (path: string) => (await world.server.call('GET', path)).status;
  world.server.clock.advance(20 * 60_000);
  expect([await get(mediaLink), await get(exportLink)]).toEqual([403, 200]);
  world.server.clock.advance(7 * DAY);
  expect(await get(exportLink)).toBe(403);
});

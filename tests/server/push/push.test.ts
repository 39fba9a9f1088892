import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from '../../../examples/server/src/db/query.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { pushJobs, pushNews, pushTokens } from '../../../examples/server/src/db/schema/push.ts';
import { deliverPush } from '../../../examples/server/src/push/deliver-push.ts';
import { readPushToken } from '../../../examples/server/src/push/push-token.ts';
import {
  type NotificationQueue,
  queueNotifications,
} from '../../../examples/server/src/push/queue-notifications.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { recoveryOf } from '../accounts/otp-support.ts';
import { startWorld, type TestUser } from '../chat/support.ts';
import { type Browser, openBrowser, readVapid, startPushService } from './push-service.ts';

let news: NotificationQueue;
let count = 0;

const service = sharedByTests(startPushService);
const world = sharedByTests(() => startWorld({ config: { pushServices: [service.origin] }, frozen: true }));
beforeAll(() => {
  news = queueNotifications(world.server.context);
});
afterAll(() => news.stop());
beforeEach(() => service.respond(201));
afterEach(async () => {
  const { db } = world.server.context;
  await db.delete(pushTokens);
  await db.delete(pushNews);
});

const store = (user: TestUser, token: string) =>
  world.server.call('POST', '/api/web/store-notification-token', { token: user.token, body: { token } });

/** A subscriber with a device and push messages turned on. */
async function memberWithDevice(
  name: string,
  expiredAt?: Date,
): Promise<{ user: TestUser; browser: Browser }> {
  const user = await world.user(name, expiredAt);
  const form = new FormData();
  form.append('push_notification', '1');
  await world.server.call('POST', '/api/web/update-profile', { token: user.token, body: form });
  count += 1;
  const browser = openBrowser(service.origin, `${name}-${count}`);
  expect((await store(user, browser.token)).status).toBe(200);
  return { user, browser };
}

/** Resolves when the events of all earlier calls are queued. */
async function allQueued(): Promise<void> {
  // A post returns before its event is delivered; `publish` resolves after all stored events are.
  await world.server.context.bus.publish({ type: 'chat-list-changed', detail: { userId: 0 } });
  await news.idle();
}

/** Advances the clock by this many milliseconds and returns the delivered messages. */
async function arrivals(afterMs = 3_000) {
  const before = service.deliveries.length;
  const { context, clock } = world.server;
  await allQueued();
  clock.advance(afterMs);
  await deliverPush(context);
  return service.deliveries.slice(before);
}

const tokens = () => world.server.context.db.select().from(pushTokens);
const jobs = () => world.server.context.db.select().from(pushJobs);
describe('tokens', () => {
  it('stores one row per browser, owned by the user who registered it last [push.token-owner]', async () => {
    const { user, browser } = await memberWithDevice('Ann');
    const next = await world.user('Ben');
    expect((await store(next, browser.token)).status).toBe(200);
    expect((await tokens()).map(({ userId }) => userId)).toEqual([next.id]);
    expect((await store(user, browser.token)).status).toBe(200);
    expect((await tokens()).map(({ userId }) => userId)).toEqual([user.id]);
  });

  it('removes only the tokens of the session that logs out [push.token-owner]', async () => {
    const { user } = await memberWithDevice('Ann');
    const elsewhere = await world.session(user);
    await store(elsewhere, 'another-device');
    await world.server.call('POST', '/api/web/logout', { token: elsewhere.token });
    expect((await tokens()).map(({ token }) => token)).not.toContain('another-device');
    expect(await tokens()).toHaveLength(1);
  });

  it('removes all tokens of a user after a password reset, and none of others [push.token-owner]', async () => {
    const { user } = await memberWithDevice('Ann');
    await store(await world.session(user), 'another-device');
    const { user: other } = await memberWithDevice('Ben');
    const { context } = world.server;
    const email = (await context.db.select().from(users)).find(({ id }) => id === user.id)?.email ?? '';
    const recovery = recoveryOf(world.server);
    const otp = await recovery.verifiedCode(email);
    expect((await recovery.reset(email, otp)).status).toBe(200);
    expect((await tokens()).map(({ userId }) => userId)).toEqual([other.id]);
  });

  it('keeps at most ten tokens per user and replaces the oldest, also in parallel [push.token-limit]', async () => {
    const user = await world.user('Ann');
    await store(user, 'the first');
    world.server.clock.advance(1_000);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => store(user, `device-${index}`)),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const kept = (await tokens()).map(({ token }) => token);
    expect(kept).toHaveLength(10);
    expect(kept).not.toContain('the first');
  });

  it('accepts a token of at most 4,096 characters [push.token-limit]', async () => {
    const user = await world.user('Ann');
    expect((await store(user, 'x'.repeat(4_096))).status).toBe(200);
    for (const token of ['', ' ', 'x'.repeat(4_097), 'a\u0000b']) {
      const response = await store(user, token);
      expect(response.status).toBe(422);
      expect(response.body.errors?.token?.[0]).toBeTruthy();
    }
  });

  /** Has the form of a point of P-256. */
  const outsideCurve = Buffer.from([4, ...Array(64).fill(7)]).toString('base64url');

  const subscription = (endpoint: string, keys: object = {}) => {
    const own = JSON.parse(openBrowser('https://fcm.googleapis.com', 'x').token);
    return JSON.stringify({ ...own, endpoint, keys: { ...own.keys, ...keys } });
  };

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('accepts the endpoint %s [push.endpoints]', (endpoint) => {
    expect(readPushToken(subscription(endpoint), [])?.kind).toBe('web-push');
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.test/abc',
    'https://evil.test/fcm.googleapis.com',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com@169.254.169.254/abc',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4000/api/web/logout',
    'https://a.b.notify.windows.com/x',
    'file:///etc/passwd',
    'fcm.googleapis.com',
  ])('never sends to %s [push.endpoints]', async (endpoint) => {
    expect(readPushToken(subscription(endpoint), [])).toBeNull();
    const response = await store(await world.user('Eve'), subscription(endpoint));
    expect(response.status).toBe(422);
    expect(await tokens()).toEqual([]);
  });

  it.each([
    ['half of JSON', '{'],
    ['a list', '[]'],
    ['nothing in it', '{}'],
    ['an address that is a number', '{"endpoint":5}'],
    ['a key outside the curve', subscription('https://web.push.apple.com/a', { p256dh: outsideCurve })],
    ['a short key', subscription('https://web.push.apple.com/a', { p256dh: 'short' })],
    ['a secret that is a number', subscription('https://web.push.apple.com/a', { auth: 7 })],
  ])('rejects an invalid subscription: %s', async (_what, token) => {
    expect((await store(await world.user('Eve'), token)).status).toBe(422);
  });

  it('sends to the other devices when a stored key is outside the curve', async () => {
    await memberWithDevice('Ann');
    const { user, browser } = await memberWithDevice('Eve');
    const token = subscription(`${service.origin}/send/outside`, { p256dh: outsideCurve });
    await world.server.context.db.update(pushTokens).set({ token }).where(eq(pushTokens.userId, user.id));
    await world.server.context.bus.publish({ type: 'alert-created', detail: { alertId: 2 } });
    const paths = (await arrivals(0)).map(({ path }) => path);
    expect(paths).toHaveLength(1);
    expect(paths).not.toContain(browser.path);
    expect(await jobs()).toEqual([]);
  });
});

describe('a new chat message', () => {
  it('reaches offline members encrypted and signed, without the message text [push.web-push] [push.no-text]', async () => {
    const [ann, { user: ben, browser }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('GR', 'Desk', [ann, ben]);
    await world.tell(ann, chatId, 'Buy the dip, quietly.');
    // The message could still arrive by socket.
    expect(await arrivals(0)).toEqual([]);
    const [delivery, ...others] = await arrivals();
    expect(others).toEqual([]);
    expect(delivery?.path).toBe(browser.path);
    if (delivery === undefined) return;
    expect(JSON.parse(browser.read(delivery))).toEqual({
      title: 'Openbell',
      body: 'New message',
      path: `/chat/${chatId}`,
      tag: `chat:${chatId}`,
    });
    expect(delivery.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: `chat-${chatId}` });
    expect(Number(delivery.headers.ttl)).toBeGreaterThan(3_600);
    const config = await world.server.call('GET', '/config.json');
    const vapid = readVapid(delivery);
    expect(vapid).toMatchObject({ aud: service.origin, key: String(config.body.vapidPublicKey) });
    expect(vapid.sub).toMatch(/^(?:mailto|https):/);
    expect(vapid.exp * 1_000).toBeGreaterThan(Date.now());
  });

  it('is delayed, and is not sent to connected members [push.recipients]', async () => {
    const [ann, { user: ben }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('PR', '', [ann, ben]);
    const [mine] = [await world.socket(ann), await world.socket(ben)];
    await world.tell(ann, chatId, 'Hello');
    // The push is delayed, so that the message can arrive by socket first.
    expect(await arrivals(0)).toEqual([]);
    await mine?.nextOf('DeliveredToAll');
    expect(await arrivals()).toEqual([]);
    expect(await world.server.context.db.select().from(pushNews)).toEqual([]);
  });

  it('is sent to a member whose only socket is being closed [push.recipients]', async () => {
    const [ann, { user: ben, browser }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('GR', 'Desk', [ann, ben]);
    const elsewhere = await world.session(ben);
    const socket = await world.socket(elsewhere);
    // The client does not answer, so that the server's close is pending.
    socket.ws.pause();
    await world.server.call('POST', '/api/web/logout', { token: elsewhere.token });
    await world.tell(ann, chatId, 'Hello');
    // Resolves when the message has been sent.
    await world.socket(ann);
    expect((await arrivals()).map(({ path }) => path)).toEqual([browser.path]);
  });

  it('skips members who turned it off, muted the chat or sender, or may not see it [push.recipients]', async () => {
    const ann = await world.user('Ann');
    const wants = await memberWithDevice('Wants');
    const [muted, mutes, blocks, lapsed, off, reader] = await Promise.all([
      memberWithDevice('Muted'),
      memberWithDevice('Mutes'),
      memberWithDevice('Blocks'),
      memberWithDevice('Lapsed', new Date(world.server.clock.now() + 60_000)),
      memberWithDevice('Off'),
      memberWithDevice('Reader'),
    ]);
    await memberWithDevice('Stranger');
    const people = [wants, muted, mutes, blocks, lapsed, off, reader].map(({ user }) => user);
    const chatId = await world.chat('GR', 'Desk', [ann, ...people]);
    const { server } = world;
    const earlier = await world.tell(ann, chatId, 'Earlier');
    await arrivals();
    await server.call('GET', `/api/web/chat/${chatId}/mute`, { token: muted.user.token });
    await world.act(mutes.user, earlier, 'mute');
    await world.act(blocks.user, earlier, 'block');
    const form = new FormData();
    form.append('push_notification', '0');
    await server.call('POST', '/api/web/update-profile', { token: off.user.token, body: form });
    server.clock.advance(60_000);
    await world.tell(ann, chatId, 'Now');
    await allQueued();
    await server.call('GET', `/api/web/chat/${chatId}`, { token: reader.user.token });
    expect((await arrivals()).map(({ path }) => path)).toEqual([wants.browser.path]);
  });

  it('is not sent when unsent in time, and combines several messages of a chat', async () => {
    const [ann, { user: ben }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('GR', 'Desk', [ann, ben]);
    const messageId = await world.tell(ann, chatId, 'Oops');
    await allQueued();
    await world.act(ann, messageId, 'unsend');
    expect(await arrivals()).toEqual([]);
    await world.tell(ann, chatId, 'One');
    await world.tell(ann, chatId, 'Two');
    expect(await arrivals()).toHaveLength(1);
  });

  it('is not sent to a device after log-out [push.token-owner]', async () => {
    const [ann, { user: ben }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('GR', 'Desk', [ann, ben]);
    await world.tell(ann, chatId, 'Hello');
    await allQueued();
    await world.server.call('POST', '/api/web/logout', { token: ben.token });
    expect(await arrivals()).toEqual([]);
  });
});

describe('a new site alert', () => {
  it('is sent to every subscriber who wants it, without the alert text [push.recipients] [push.no-text]', async () => {
    const [one, two] = [await memberWithDevice('One'), await memberWithDevice('Two')];
    await world.server.call('POST', '/dev/alerts', { body: { message: 'SPY calls at the open' } });
    const arrived = await arrivals(0);
    expect(arrived.map(({ path }) => path).sort()).toEqual([one.browser.path, two.browser.path].sort());
    const [first] = arrived;
    const reader = first?.path === one.browser.path ? one : two;
    expect(first && JSON.parse(reader.browser.read(first))).toMatchObject({
      body: 'New alert',
      path: '/site-alerts',
    });
  });
});

describe('events that were not queued', () => {
  it('are sent once when the database was away, and after a restart [push.recovered]', async () => {
    const [ann, { user: ben, browser }] = [await world.user('Ann'), await memberWithDevice('Ben')];
    const chatId = await world.chat('PR', '', [ann, ben]);
    const { context } = world.server;
    let isAway = true;
    const execute: typeof context.db.execute = (query) =>
      isAway ? (Promise.reject(new Error('away')) as never) : context.db.execute(query);
    await news.stop();
    news = queueNotifications({ ...context, db: Object.create(context.db, { execute: { value: execute } }) });
    await world.server.call('POST', '/dev/alerts', { body: { message: 'SPY calls at the open' } });
    await allQueued();
    isAway = false;
    await news.stop();
    await world.tell(ann, chatId, 'Hello');
    await allQueued();
    news = queueNotifications(context);
    expect(await arrivals()).toEqual([]);
    news.queueMissed();
    news.queueMissed();
    const arrived = await arrivals();
    const notices = arrived.map((delivery) => JSON.parse(browser.read(delivery)).body);
    expect(notices.sort()).toEqual(['New alert', 'New message']);
    news.queueMissed();
    expect(await arrivals()).toEqual([]);
  });
});

describe('error responses of push services', () => {
  const sendOne = async () => {
    await memberWithDevice('Ann');
    await world.server.context.bus.publish({ type: 'alert-created', detail: { alertId: 2 } });
    return arrivals(0);
  };

  it.each([404, 410])('deletes the token on %d [push.gone]', async (status) => {
    service.respond(status);
    expect(await sendOne()).toHaveLength(1);
    expect(await tokens()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('gives up on 400 and keeps the token', async () => {
    service.respond(400);
    expect(await sendOne()).toHaveLength(1);
    expect(await jobs()).toEqual([]);
    expect(await tokens()).toHaveLength(1);
  });

  it('retries a busy service with growing delays, then gives up [push.gone]', async () => {
    service.respond(503);
    expect(await sendOne()).toHaveLength(1);
    for (const seconds of [30, 60, 120, 240, 480]) {
      expect(await arrivals(seconds * 1_000 - 1)).toHaveLength(0);
      expect(await arrivals(1)).toHaveLength(1);
    }
    expect(await jobs()).toEqual([]);
  });

  it('waits as long as Retry-After says', async () => {
    service.respond(429, { 'retry-after': '300' });
    expect(await sendOne()).toHaveLength(1);
    service.respond(201);
    expect(await arrivals(299_000)).toHaveLength(0);
    expect(await arrivals(1_000)).toHaveLength(1);
    expect(await jobs()).toEqual([]);
  });

  it('follows no redirect', async () => {
    service.respond(307, { location: `${service.origin}/elsewhere` });
    expect((await sendOne()).map(({ path }) => path)).not.toContain('/elsewhere');
  });
});

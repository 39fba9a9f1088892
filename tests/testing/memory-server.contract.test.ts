// Sends every call of the contract to the memory server and validates the answers with the OpenAPI document.
import { createApiClient } from '@openbell/core/api-client';
import { type EndpointName, endpoints, type LoginBody } from '@openbell/core/contract';
import {
  createFakePasskeys,
  createFakeTime,
  createMemoryServer,
  demoAlertCode,
  demoEmails,
  demoPassword,
  MEMORY_FACTOR_CODE,
  type MemoryServer,
  settle,
} from '@openbell/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { findDifferences } from '../../packages/testing/src/verify/differences.ts';
import { openApiDocument } from '../support/openapi-document.ts';

const openApi = openApiDocument('/api', { complete: true });
const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' });

function createWorld() {
  const time = createFakeTime();
  const server = createMemoryServer({ ...time, timeSaleRows: 200 });
  const met = new Set<EndpointName>();
  const different: unknown[] = [];
  const { fetch } = server.options.ports;

  function clientOf(token: string | null) {
    const api = createApiClient({
      baseUrl: server.options.apiUrl,
      clock: time.clock,
      getToken: () => (token === null ? null : { token, epoch: 1 }),
      async fetch(input, init) {
        const sent = new Request(input, init);
        const reply = await fetch(sent);
        const { pathname } = new URL(sent.url);
        const body: unknown = await reply.clone().json();
        different.push(...openApi.problemsOf(sent.method, pathname, reply.status, body));
        const served = server.calls.at(-1);
        if (reply.ok && served !== undefined) {
          met.add(served.name);
          different.push(...findDifferences(endpoints[served.name].response, body));
        }
        return reply;
      },
    });
    return api.request;
  }

  async function signIn(email: string, password = demoPassword) {
    const body: LoginBody = { type: 'manual', username: email, password, remember: true };
    const reply = await clientOf(null)(endpoints.login, { body });
    if (!reply.ok) throw new Error(reply.message);
    return clientOf(reply.data.access);
  }
  return { time, server, met, different, clientOf, signIn };
}

type Client = ReturnType<ReturnType<typeof createWorld>['clientOf']>;

let world: ReturnType<typeof createWorld>;
let server: MemoryServer;
beforeEach(() => {
  world = createWorld();
  server = world.server;
});

async function callAccounts(visitor: Client): Promise<void> {
  const email = 'nora@example.com';
  const password = 'Opening-bell-9';
  await visitor(endpoints.register, {
    body: {
      first_name: 'Nora',
      phone: '+13035550188',
      email,
      password,
      password_confirmation: password,
      referralCode: '',
      agree: true,
    },
  });
  await visitor(endpoints.sendOtp, { body: { email } });
  const otp = server.codeFor(email);
  await visitor(endpoints.verifyOtp, { body: { email, otp } });
  await visitor(endpoints.resetPassword, { body: { email, otp, password, confirm_password: password } });
  await world.time.advance(60_000);
  await visitor(endpoints.resendOtp, { body: { email } });
  await visitor(endpoints.submitContactForm, { body: { name: 'Nora', email, message: 'When?' } });
  const nora = await world.signIn(email);
  await nora(endpoints.profile, {});
  await nora(endpoints.updateProfile, {
    body: { about: 'Scalps.', push_notification: true },
    files: [{ field: 'profile_image', blob: png, name: 'me.png' }],
  });
  const elsewhere = await world.signIn(email);
  await world.signIn(email);
  await nora(endpoints.dataExport, {});
  await nora(endpoints.requestDataExport, {});
  const devices = await elsewhere(endpoints.sessions, {});
  const id = devices.ok ? (devices.data.find(({ current }) => current)?.id ?? 0) : 0;
  await nora(endpoints.endSession, { params: { id } });
  await nora(endpoints.endOtherSessions, {});
  await nora(endpoints.storeNotificationToken, { body: { token: 'a-token' } });
  const changed = {
    current_password: password,
    password: 'another long one',
    confirm_password: 'another long one',
  };
  await nora(endpoints.factors, {});
  await nora(endpoints.newAuthenticator, {});
  await nora(endpoints.confirmAuthenticator, { body: { code: MEMORY_FACTOR_CODE } });
  await nora(endpoints.newRecoveryCodes, {});
  await nora(endpoints.prove, { body: { code: MEMORY_FACTOR_CODE } });
  await nora(endpoints.removeAuthenticator, {});
  const device = createFakePasskeys();
  const creation = await nora(endpoints.newPasskey, {});
  const created = creation.ok ? await device.browser.create(creation.data) : creation;
  if (created.ok && 'value' in created) await nora(endpoints.addPasskey, { body: created.value });
  await nora(endpoints.passkeys, {});
  await nora(endpoints.passkeyProof, {});
  await visitor(endpoints.passkeySignIn, {});
  await nora(endpoints.removePasskey, { params: { id: 1 } });
  await nora(endpoints.changePassword, { body: changed });
  await nora(endpoints.deleteAccount, { body: { password: changed.password } });
  const lapsed = await world.signIn(demoEmails.lapsed);
  await lapsed(endpoints.logout, {});
}

async function callBilling(member: Client): Promise<void> {
  await member(endpoints.programs, {});
  const plan = { term: 1, program_id: 1 } as const;
  await member(endpoints.createPaymentIntent, { body: { ...plan, gateway: 'paypal' } });
  await member(endpoints.createSubscription, {
    body: { ...plan, gateway: 'stripe', payment_method_id: 'pm_1' },
    headers: { 'Idempotency-Key': 'once' },
  });
  await world.time.advance(2_000);
  await member(endpoints.userExpiration, {});
  const profile = await member(endpoints.profile, {});
  const id = profile.ok ? (profile.data.subscriptions[0]?.id ?? 0) : 0;
  await member(endpoints.subscriptionInfo, { params: { id } });
  await member(endpoints.paymentMethodIntent, {});
  await member(endpoints.updatePaymentMethod, { body: { payment_method_id: 'pm_1881' } });
  await member(endpoints.cancelSubscriptionRequest, {});
  await member(endpoints.cancelSubscription, { params: { id } });
}

async function callChat(subscriber: Client): Promise<void> {
  const chats = await subscriber(endpoints.chats, { query: { chat_type: 'GR' } });
  const id = chats.ok ? (chats.data.data[0]?.id ?? 0) : 0;
  const read = await subscriber(endpoints.chat, { params: { id }, query: {} });
  const oldest = read.ok ? (read.data.data.first_message_id ?? 0) : 0;
  await subscriber(endpoints.olderMessages, { params: { id }, query: { min_id: oldest } });
  await subscriber(endpoints.chatUsers, { params: { id }, query: { page: 1 } });
  const files = [1, 2].map((index) => ({ field: 'files[]', blob: png, name: `${index}.png` }));
  for (const sent of [[], files.slice(1), files]) {
    const body = { chat_id: id, message: 'The bell.', message_type: 'TXT', client_id: crypto.randomUUID() };
    const posted = await subscriber(endpoints.postMessage, { params: { id }, body, files: sent });
    const params = { id, messageId: posted.ok ? posted.data.id : 0 };
    await subscriber(endpoints.messageReaders, { params, query: { page: 1 } });
  }
  await subscriber(endpoints.muteChat, { params: { id } });
  await subscriber(endpoints.unmuteChat, { params: { id } });
  const { id: messageId } = server.says(demoEmails.mentor, id, 'Good morning.');
  for (const type of ['mute', 'unmute', 'block', 'unblock', 'report', 'delete'] as const)
    await subscriber(endpoints.messageAction, { params: { messageId }, body: { type } });
  await subscriber(endpoints.chat, { params: { id }, query: {} });
}

async function callReading(visitor: Client, subscriber: Client): Promise<void> {
  await visitor(endpoints.alert, { params: { code: demoAlertCode } });
  await visitor(endpoints.alert, { params: { code: 'none' } });
  await subscriber(endpoints.alerts, { query: { page: 1 } });
  await subscriber(endpoints.newsList, {});
  await subscriber(endpoints.courses, {});
  await subscriber(endpoints.course, { params: { courseId: 1 } });
  await subscriber(endpoints.tickers, { query: { q: 'AA' } });
  const params = { ticker: 'AAPL' };
  await subscriber(endpoints.tickerDetails, { params });
  await subscriber(endpoints.candles, { params, query: { interval: '1h' } });
  await subscriber(endpoints.timeSale, { body: { ticker: 'AAPL' } });
}

describe('the in-memory server', () => {
  it('responds to every call as the contract and the OpenAPI document define [embed.memory-server]', async () => {
    const visitor = world.clientOf(null);
    const subscriber = await world.signIn(demoEmails.subscriber);
    await callAccounts(visitor);
    await callBilling(await world.signIn(demoEmails.member));
    await callChat(subscriber);
    await callReading(visitor, subscriber);
    expect([...world.met].sort()).toEqual(Object.keys(endpoints).sort());
    expect(world.different).toEqual([]);
  });

  it.each(
    Object.entries(endpoints).map(([name, { method, path }]) => ({
      name: name as EndpointName,
      method,
      path,
    })),
  )('rejects unauthorized callers of $name', async ({ name, method, path }) => {
    const address = `${server.options.apiUrl}${path.replaceAll(/\{\w+\}/g, '1')}`;
    const asVisitor = await server.options.ports.fetch(address, { method });
    expect(asVisitor.status === 401).toBe(endpoints[name].access !== 'visitor');
    if (endpoints[name].access !== 'subscriber') return;
    const member = await world.signIn(demoEmails.member);
    const [endpoint] = [endpoints[name]];
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '1']));
    expect(await member(endpoint as never, { params, body: {}, query: {} } as never)).toMatchObject({
      status: 403,
    });
  });

  it('returns 404, 405 and 400 for unknown paths, wrong methods and invalid JSON', async () => {
    const { fetch } = server.options.ports;
    const { apiUrl } = server.options;
    expect((await fetch(`${apiUrl}/web/nothing`)).status).toBe(404);
    expect((await fetch('https://memory.openbell.test/elsewhere')).status).toBe(404);
    expect((await fetch(`${apiUrl}/web/login`)).status).toBe(405);
    expect((await fetch(`${apiUrl}/web/login`, { method: 'POST', body: '{' })).status).toBe(400);
  });

  it('reports no status while the payment of a renewed plan settles, and none for an ended plan', async () => {
    const lapsed = await world.signIn(demoEmails.lapsed);
    const read = async () => {
      const reply = await lapsed(endpoints.userExpiration, {});
      return reply.ok ? reply.data : null;
    };
    expect(await read()).toEqual({ active: false, status: null, message: null });
    await lapsed(endpoints.createSubscription, {
      body: { term: 1, program_id: 1, gateway: 'stripe', payment_method_id: 'pm_1' },
    });
    expect(await read()).toEqual({ active: false, status: null, message: null });
    await world.time.advance(2_000);
    expect(await read()).toEqual({ active: true, status: 'active', message: null });
  });

  it('sets up another card for a running plan', async () => {
    const subscriber = await world.signIn(demoEmails.subscriber);
    const intent = await subscriber(endpoints.paymentMethodIntent, {});
    const secret = intent.ok ? intent.data.setupIntentClientSecret : null;
    const confirmed = await server.options.ports.fetch(new URL('/dev/cards/confirm', server.options.apiUrl), {
      method: 'POST',
      body: JSON.stringify({ client_secret: secret, number: '4242424242424242' }),
    });
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { payment_method_id: 'pm_1' }]);
  });

  it.each([
    ['the session', 4401],
    ['the plan', 4403],
  ])('closes the options feed at the end of %s', async (end, code) => {
    const subscriber = await world.signIn(demoEmails.subscriber);
    const frames: string[] = [];
    const closed: number[] = [];
    const feed = server.options.ports.socketFactory(server.options.optionsFeedUrl, [], {
      open: () => feed.send(JSON.stringify({ action: 'auth', params: 'memory-token-1' })),
      message: (text) => void frames.push(text ?? ''),
      close: (reason) => void closed.push(reason),
    });
    await settle();
    expect(frames.at(-1)).toContain('auth_success');
    feed.send(JSON.stringify({ action: 'subscribe', params: 'T.*' }));
    if (end === 'the session') await subscriber(endpoints.logout, {});
    else await world.time.advance(30 * 86_400_000);
    await settle();
    const before = frames.length;
    server.trade();
    await settle();
    expect(closed).toEqual([code]);
    expect(frames).toHaveLength(before);
  });

  it('rejects the promise of an aborted request', async () => {
    const { options } = createMemoryServer(createFakeTime());
    const controller = new AbortController();
    const requested = options.ports.fetch(`${options.apiUrl}/web/program`, { signal: controller.signal });
    controller.abort();
    await expect(requested).rejects.toThrow(/abort/i);
  });

  it('serves an uploaded file from its URL', async () => {
    const subscriber = await world.signIn(demoEmails.subscriber);
    const reply = await subscriber(endpoints.postMessage, {
      params: { id: 1 },
      body: { chat_id: 1, message: '', message_type: 'IMG' },
      files: [{ field: 'files[]', blob: png, name: 'chart.png' }],
    });
    const file = reply.ok ? (reply.data.media[0]?.file ?? '') : '';
    expect(reply).toMatchObject({ ok: true, data: { message_type: 'IMG', media: [{ name: 'chart.png' }] } });
    const stored = await server.options.ports.fetch(file);
    expect(await stored.blob()).toMatchObject({ size: png.size, type: 'image/png' });
  });

  it.each([
    ['an image and a PDF', ['chart.png', 'plan.pdf']],
    ['two videos', ['open.mp4', 'close.mp4']],
  ])('rejects a post with %s, as the reference server', async (_, names) => {
    const blob = new Blob(['file']);
    const subscriber = await world.signIn(demoEmails.subscriber);
    const post = (files: readonly string[]) =>
      subscriber(endpoints.postMessage, {
        params: { id: 1 },
        body: { chat_id: 1, message: 'Look.', message_type: 'TXT' },
        files: files.map((name) => ({ field: 'files[]', blob, name })),
      });
    const message = 'Several files can be sent together only when all of them are images.';
    expect(await post(names)).toMatchObject({
      ok: false,
      status: 422,
      message,
      errors: { files: [message] },
    });
    for (const name of names) expect(await post([name])).toMatchObject({ ok: true });
  });

  it('allows unsending for 24 hours, as the reference server [chat.unsend-window]', async () => {
    const subscriber = await world.signIn(demoEmails.subscriber);
    const post = async () => {
      const body = { chat_id: 1, message: 'Sold.', message_type: 'TXT' } as const;
      const reply = await subscriber(endpoints.postMessage, { params: { id: 1 }, body });
      return reply.ok ? reply.data.id : 0;
    };
    const unsend = (messageId: number) =>
      subscriber(endpoints.messageAction, { params: { messageId }, body: { type: 'unsend' } });
    const [first, second] = [await post(), await post()];
    await world.time.advance(24 * 3_600_000);
    expect(await unsend(first)).toMatchObject({ ok: true });
    await world.time.advance(1);
    expect(await unsend(second)).toMatchObject({
      ok: false,
      status: 409,
      message: 'A message can be unsent within 24 hours.',
    });
  });

  it.each([
    ['9007199254740991', 200],
    ['9007199254740993', 422],
  ])('answers the min_id %s with %s', async (minId, status) => {
    const { fetch } = server.options.ports;
    const { apiUrl } = server.options;
    await world.signIn(demoEmails.subscriber);
    const headers = { authorization: 'Bearer memory-token-1' };
    expect((await fetch(`${apiUrl}/web/chat/1?min_id=${minId}`, { headers })).status).toBe(status);
  });

  it('returns the same data in two runs', async () => {
    const responses = async () => {
      const { signIn } = createWorld();
      const subscriber = await signIn(demoEmails.subscriber);
      return [
        await subscriber(endpoints.timeSale, { body: { ticker: '' } }),
        await subscriber(endpoints.chat, { params: { id: 1 }, query: {} }),
        await subscriber(endpoints.candles, { params: { ticker: 'SPY' }, query: {} }),
      ];
    };
    expect(await responses()).toEqual(await responses());
  });
});

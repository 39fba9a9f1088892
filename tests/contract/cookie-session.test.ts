// `session: 'cookie'` against the reference server, over HTTP and sockets.
import type { KeyValueStorage, SocketFactory } from '@openbell/core/ports';
import { createFakeTime, createMemoryStorage, demoEmails, type FakeTime } from '@openbell/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createJourneyClient, type JourneyClient, textsOf, untilIn } from '../support/journey-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const partner = 'https://partner.example';
const post = { type: 'manual', username: demoEmails.subscriber, password: 'Opening-bell-9', remember: true };

/** Simulates a browser: adds the `Origin` header, and cookies if credentials are included. */
interface Browser {
  readonly local: KeyValueStorage;
  readonly fetch: typeof globalThis.fetch;
  readonly sockets: SocketFactory;
  /** The headers of every request so far. */
  readonly sent: readonly Headers[];
  /** Every Set-Cookie header so far. */
  readonly set: readonly string[];
  cookie(): string;
}

function createBrowser(origin: string): Browser {
  const sent: Headers[] = [];
  const set: string[] = [];
  let cookie = '';
  return {
    local: createMemoryStorage(),
    sent,
    set,
    cookie: () => cookie,
    async fetch(input, init) {
      const request = new Request(input, init);
      const headers = new Headers(request.headers);
      headers.set('Origin', origin);
      if (request.credentials !== 'omit' && cookie !== '') headers.set('Cookie', cookie);
      sent.push(headers);
      const response = await fetch(new Request(request, { headers }));
      for (const line of response.headers.getSetCookie()) {
        set.push(line);
        const [pair = ''] = line.split(';');
        cookie = line.includes('Max-Age=0') ? '' : pair;
      }
      return response;
    },
    sockets: (url, protocols, events) => {
      const socket = openSocket(url, protocols, { Origin: origin, Cookie: cookie });
      socket.onopen = () => events.open();
      socket.onmessage = (event) => events.message(String(event.data));
      socket.onclose = (event) => events.close(event.code, event.reason);
      return {
        get isOpen() {
          return socket.readyState === WebSocket.OPEN;
        },
        bufferedAmount: 0,
        send: (text) => socket.send(text),
        close: (code, reason) => socket.close(code, reason),
      };
    },
  };
}

function openSocket(url: string, protocols: readonly string[], headers: Record<string, string>): WebSocket {
  return Reflect.construct(WebSocket, [url, { protocols, headers }]);
}

let server: TestServer;
let time: FakeTime;
let until: ReturnType<typeof untilIn>;
let browser: Browser;
const clients: JourneyClient[] = [];

beforeAll(async () => {
  server = await startTestServer({ background: true, config: { allowedOrigins: [partner] } });
  time = createFakeTime(server.clock.now());
  until = untilIn(time);
});
beforeEach(() => {
  browser = createBrowser(server.url);
});
afterAll(async () => {
  for (const { openbell } of clients) openbell.destroy();
  await server.close();
});

function openTab(): JourneyClient {
  const sockets = server.url.replace(/^http/, 'ws');
  const { local: localStorage, fetch, sockets: socketFactory } = browser;
  const client = createJourneyClient(
    {
      apiUrl: `${server.url}/api`,
      socketUrl: `${sockets}/api/ws`,
      optionsFeedUrl: `${sockets}/options`,
      session: 'cookie',
      ports: { localStorage, fetch, socketFactory },
    },
    time,
  );
  clients.push(client);
  return client;
}

/** Signs in like a page. Returns the marker, which the page can read, and the HttpOnly cookie. */
async function signIn(headers: Record<string, string> = {}) {
  const reply = await server.call('POST', '/api/web/login', {
    body: post,
    headers: { origin: server.url, 'openbell-session': 'cookie', ...headers },
  });
  return {
    status: reply.status,
    marker: String(reply.body.access),
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

const profile = async (headers: Record<string, string>) =>
  (await server.call('GET', '/api/web/profile', { headers })).status;

/** The close code of the member socket, or 'open'. */
function openMemberSocket(marker: string, headers: Record<string, string>): Promise<number | 'open'> {
  const url = `${server.url.replace(/^http/, 'ws')}/api/ws`;
  const socket = openSocket(url, ['openbell.v1', `bearer.${marker}`], headers);
  return new Promise((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
    // A rejected socket closes before its first frame, so a frame shows that it was accepted.
    socket.onopen = () => socket.send('no frame of ours');
    socket.onmessage = () => {
      resolve('open');
      socket.close();
    };
  });
}

/** The second status of the options feed, after a marker was sent. */
function openFeed(marker: string, headers: Record<string, string>): Promise<string> {
  const socket = openSocket(`${server.url.replace(/^http/, 'ws')}/options`, [], headers);
  socket.onopen = () => socket.send(JSON.stringify({ action: 'auth', params: marker }));
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const word = /auth_\w+/.exec(String(data))?.[0];
      if (word === undefined) return;
      resolve(word);
      socket.close();
    };
  });
}

it('completes sign-in, chat, a second tab and sign-out without a token in the page [session.cookie-journey]', async () => {
  const sam = openTab();
  expect(await sam.signIn(demoEmails.subscriber)).toMatchObject({ ok: true });
  await until(() => expect(sam.openbell.session.guard('subscriber')).toBe('allowed'));
  expect(browser.set).toHaveLength(1);
  expect(browser.set[0]).toMatch(
    /^__Host-sid=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  );
  const token = browser.cookie().replace('__Host-sid=', '');
  const marker = browser.local.read('openbell:accessToken') ?? '';
  expect(marker).toMatch(/^[\w-]{43}$/);
  for (const key of browser.local.keys()) expect(browser.local.read(key)).not.toContain(token);

  const { groupChat, realtime } = sam.openbell;
  await groupChat.loadList();
  const thread = groupChat.thread(groupChat.$list.get().chats[0]?.id ?? 0);
  const stop = thread.open();
  await until(() => expect(realtime.$state.get().status).toBe('open'));
  await until(() => expect(thread.$state.get().status).toBe('ready'));
  thread.send('Without a token.');
  await until(() => expect(textsOf(thread).at(-1)).toBe('Without a token.'));
  stop();

  const second = openTab();
  await until(() => expect(second.openbell.session.guard('subscriber')).toBe('allowed'));

  const cookie = browser.cookie();
  await sam.openbell.session.signOut();
  expect(sam.openbell.session.guard('member')).toBe('denied');
  expect(browser.cookie()).toBe('');
  expect(await profile({ origin: server.url, cookie, 'openbell-session': marker })).toBe(401);
  void second.openbell.session.refreshProfile();
  await until(() => expect(second.openbell.session.guard('member')).toBe('denied'));
  expect(browser.sent.some((headers) => headers.has('Authorization'))).toBe(false);
});

it('rejects a marker without its cookie [session.cookie-marker]', async () => {
  const [one, two] = [await signIn(), await signIn()];
  const own = { origin: server.url };
  expect(await profile({ ...own, cookie: one.cookie, 'openbell-session': one.marker })).toBe(200);
  expect(await profile({ ...own, authorization: `Bearer ${one.marker}` })).toBe(401);
  expect(await profile({ ...own, 'openbell-session': one.marker })).toBe(401);
  expect(await profile({ ...own, cookie: two.cookie, 'openbell-session': one.marker })).toBe(401);
  expect(await profile({ ...own, cookie: one.cookie })).toBe(401);
  expect(await openMemberSocket(one.marker, own)).toBe(4401);
  expect(await openMemberSocket(one.marker, { ...own, cookie: two.cookie })).toBe(4401);
  expect(await openFeed(one.marker, own)).toBe('auth_failed');
  expect(await openFeed(one.marker, { ...own, cookie: one.cookie })).toBe('auth_success');
});

it('sets a session cookie when `remember` is false', async () => {
  const reply = await server.call('POST', '/api/web/login', {
    body: { ...post, remember: false },
    headers: { origin: server.url, 'openbell-session': 'cookie' },
  });
  expect(reply.headers.get('set-cookie')).toMatch(/; Secure; HttpOnly; SameSite=Lax$/);
});

it('ends the previous session when a new sign-in replaces its cookie', async () => {
  const one = await signIn();
  const two = await signIn({ cookie: one.cookie });
  const seen = ({ cookie, marker }: typeof one) =>
    profile({ origin: server.url, cookie, 'openbell-session': marker });
  expect(await seen(one)).toBe(401);
  expect(await seen(two)).toBe(200);
});

it('accepts the cookie only from same-origin requests, and not without an Origin [session.cookie-own-pages]', async () => {
  const { cookie, marker } = await signIn();
  const both = { cookie, 'openbell-session': marker };
  const mute = (headers: Record<string, string>) =>
    server.call('POST', '/api/web/logout', { body: {}, headers });
  for (const origin of ['https://evil.example', partner, 'null']) {
    expect((await mute({ origin, cookie })).status, origin).toBe(401);
    expect((await mute({ origin, ...both })).status, origin).toBe(401);
    expect((await signIn({ origin })).status, origin).toBe(403);
  }
  expect((await mute(both)).status).toBe(401);
  expect((await mute({ ...both, 'sec-fetch-site': 'same-site' })).status).toBe(401);
  expect(await openMemberSocket(marker, { origin: partner, cookie })).toBe(4401);
  expect(await openMemberSocket(marker, { cookie })).toBe(4401);
  expect(await openFeed(marker, { origin: partner, cookie })).toBe('auth_failed');
  const requested = await server.call('OPTIONS', '/api/web/logout', { headers: { origin: partner } });
  expect(requested.headers.get('access-control-allow-headers')).not.toMatch(/openbell-session/i);
  expect(requested.headers.has('access-control-allow-credentials')).toBe(false);

  expect(await profile({ ...both, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect((await mute({ ...both, origin: server.url })).status).toBe(200);
});

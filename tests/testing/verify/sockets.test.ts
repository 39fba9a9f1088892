import { describe, expect, it } from 'vitest';
import { exitCodeOf, reportAsJson, reportAsText } from '../../../packages/testing/src/verify/print-report.ts';
import { runVerify } from '../../../packages/testing/src/verify/run-verify.ts';
import type { Report, SocketReport } from '../../../packages/testing/src/verify/verify.types.ts';
import { type Far, rightFeed, rightMember, type Side, scriptSockets, trade } from './scripted-sockets.ts';

const url = 'https://your-api.example/api';
const token = 'a-token-of-somebody';
const user = { id: 1, first_name: 'Nora', expired_at: '2099-01-01T00:00:00Z' };
const message = {
  id: 5,
  chat_id: 7,
  message: 'openbell-verify',
  message_type: 'TXT',
  sender: { id: 1, first_name: 'Nora' },
  created_at: '2026-11-21T15:00:00Z',
};
const chat = { id: 7, name: 'The floor', messages: [] };

interface World {
  readonly member?: Side;
  readonly feed?: Side;
  readonly token?: string | null;
  readonly expiresAt?: string;
  readonly write?: boolean;
  readonly feedAuth?: string;
  /** The frame that the member socket sends after a call, by method and path. */
  readonly says?: Readonly<Record<string, unknown>>;
}

/** Runs the checks against a backend whose calls are valid; returns the report and the sent frames. */
async function verify(
  world: World = {},
): Promise<{ readonly report: Report; readonly sent: readonly string[] }> {
  const { member = rightMember(token), feed = rightFeed(token), says = {} } = world;
  const sockets = scriptSockets({ member, feed });
  const responses: Readonly<Record<string, unknown>> = {
    'GET /api/web/program': [],
    'GET /api/web/profile': { user: { ...user, expired_at: world.expiresAt ?? user.expired_at } },
    'GET /api/web/chats': { data: [chat] },
    'POST /api/web/chat/7': message,
    'POST /api/web/chat/5/action': { data: { ...message, delete_from_everyone: true } },
    'GET /api/web/chat/7/mute': { message: 'Muted.' },
    'GET /api/web/chat/7/unmute': { message: 'Unmuted.' },
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const frame = says[name];
    if (frame !== undefined) for (const far of sockets.members) far.say(frame);
    const isAllowed = request.headers.has('authorization') || name.endsWith('/program');
    const body = isAllowed ? responses[name] : { message: 'Please sign in.' };
    const status = isAllowed ? (body === undefined ? 404 : 200) : 401;
    return new Response(JSON.stringify(body ?? {}), {
      status,
      headers: { 'Content-Type': 'application/json' },
    });
  };
  const report = await runVerify({
    url,
    token: world.token === undefined ? token : world.token,
    write: world.write ?? false,
    ...(world.feedAuth === undefined ? {} : { feedAuth: world.feedAuth }),
    fetch,
    socketFactory: sockets.socketFactory,
    probe: sockets.probe,
    // Scripted frames arrive before any timer fires.
    waitMs: 20,
    watchMs: 5,
  });
  return { report, sent: sockets.sent };
}

const summaryOf = ({ sockets }: Report): readonly string[] =>
  sockets.map(({ status, request, notes }) => `${status} ${request} ${notes.join('; ')}`);

function reportOf({ sockets }: Report, socket: SocketReport['socket'], about: string): SocketReport {
  const found = sockets.find((report) => report.socket === socket && report.notes[0] === about);
  if (found === undefined)
    throw new Error(`${about} was not looked at: ${sockets.map(({ notes }) => notes[0])}`);
  return found;
}

const validChecks = [
  'ok WS /api/ws without a token',
  'ok WS /api/ws with a wrong token',
  'ok WS /api/ws without the subprotocol openbell.v1',
  'ok WS /api/ws with the token, from a foreign page',
  'ok WS /api/ws with the token',
  'ok WS /api/ws after invalid frames',
  'ok WS /api/ws with openbell.v1+patch',
  'ok WS /options greeting',
  'ok WS /options wrong auth',
  'ok WS /options auth',
  'ok WS /options subscribe to T.*',
  'ok WS /options events; 1 trades',
];

describe('valid sockets', () => {
  it('are ok, and a read-only run sends nothing that other members see', async () => {
    const { report, sent } = await verify();
    expect(summaryOf(report)).toEqual([
      ...validChecks,
      'not-tried WS /api/ws typing; others would see it: use --write',
      'not-tried WS /api/ws ReadByAll; would mark the chat as read',
      'ok WS /api/ws frames; 0 received',
    ]);
    expect(exitCodeOf(report)).toBe(0);
    for (const type of ['WebMeesageTyping', 'WebFetchMessage', 'WebFetchChat', 'ReadByAll']) {
      expect(sent.filter((text) => text.includes(type))).toEqual([]);
    }
  });

  it('are observed during writing calls, which send the client’s relay frames', async () => {
    const frame = (part: object, isScroll: boolean) => ({
      type: 'WebFetchMessage',
      user_id: 1,
      message: { ...message, ...part },
      isScroll,
    });
    const { report, sent } = await verify({
      write: true,
      says: {
        'POST /api/web/chat/7': frame({}, true),
        'POST /api/web/chat/5/action': frame({ delete_from_everyone: true, message: '' }, false),
        'GET /api/web/chat/7/mute': { type: 'WebFetchChat' },
        'GET /api/web/chat/7/unmute': { type: 'WebFetchChat' },
      },
    });
    expect(summaryOf(report)).toEqual([
      ...validChecks,
      'ok WS /api/ws after /web/chat/{id}',
      'ok WS /api/ws after /web/chat/{messageId}/action',
      'ok WS /api/ws after /web/chat/{id}/mute',
      'ok WS /api/ws after /web/chat/{id}/unmute',
      'ok WS /api/ws typing',
      'not-tried WS /api/ws ReadByAll; would mark the chat as read',
      'ok WS /api/ws frames; 4 received',
    ]);
    const types = sent.map((text) => /"type":"(\w+)"/.exec(text)?.[1]).filter((type) => type !== undefined);
    expect(types).toEqual(['OpenbellVerify', 'WebFetchMessage', 'WebMeesageTyping', 'WebMeesageTyping']);
  });

  it('are reported as refused for a member without a plan and with too many connections', async () => {
    const closing = (code: number): Side => ({
      ...rightMember(token),
      opened: (far) => far.close(far.token === token ? code : 4401),
    });
    const lapsed = await verify({
      expiresAt: '2020-01-01T00:00:00Z',
      member: closing(4403),
      feed: rightFeed('another'),
    });
    expect(summaryOf(lapsed.report).filter((line) => line.startsWith('refused'))).toEqual([
      'refused WS /api/ws with the token; use the token of a subscriber (4403)',
      'refused WS /options auth; use the token of a subscriber (auth_failed)',
    ]);
    expect(exitCodeOf(lapsed.report)).toBe(0);
    const busy = await verify({ member: closing(4429) });
    expect(summaryOf(busy.report)).toContain(
      'refused WS /api/ws with the token; too many connections (4429): try again later',
    );
  });

  it('are checked without a token', async () => {
    const { report } = await verify({ token: null });
    expect(summaryOf(report)).toEqual([
      ...validChecks.slice(0, 3),
      'not-tried WS /api/ws with the token; needs a token',
      ...validChecks.slice(7, 9),
      'not-tried WS /options auth; needs a token',
    ]);
  });

  it('are absent when the address responds like a page', async () => {
    const { report } = await verify({ member: { http: () => 404 }, feed: { http: () => 200 } });
    expect(summaryOf(report)).toEqual([
      'absent WS /api/ws the member socket; HTTP 404',
      'absent WS /options the options feed; HTTP 200',
    ]);
    expect(exitCodeOf(report)).toBe(0);
  });

  it('are checked with a separate feed key, and refused while another connection holds it', async () => {
    const { report } = await verify({ feed: rightFeed('a-key'), feedAuth: 'a-key' });
    expect(summaryOf(report)).toContain('ok WS /options events; 1 trades');
    const occupied = await verify({
      feed: {
        ...rightFeed(token),
        onFrame: (far) => far.say([{ ev: 'status', status: 'max_connections', message: 'Held.' }]),
      },
    });
    expect(summaryOf(occupied.report)).toContain(
      'refused WS /options auth; another connection uses the key (max_connections)',
    );
  });
});

describe('an invalid member socket', () => {
  const faults: readonly [
    fault: string,
    side: Side,
    about: string,
    path: string,
    expected: string,
    got: unknown,
  ][] = [
    [
      'accepts any token',
      { ...rightMember(token), opened: () => {} },
      'without a token',
      'close',
      '4401',
      'still open after 0.02 s',
    ],
    [
      'closes with another code',
      { ...rightMember(token), opened: (far: Far) => far.close(1008) },
      'with a wrong token',
      'close',
      '4401',
      'closed with 1008',
    ],
    [
      'refuses over HTTP, which a browser cannot see',
      { http: () => 401 },
      'with a wrong token',
      'upgrade',
      'accepted (101), then closed with 4401',
      'HTTP 401',
    ],
    [
      'selects no subprotocol',
      { ...rightMember(token), protocol: null },
      'with the token',
      'Sec-WebSocket-Protocol',
      'openbell.v1',
      undefined,
    ],
    [
      'needs no subprotocol',
      { ...rightMember(token), http: (_, origin) => (origin ? 403 : 101) },
      'without the subprotocol openbell.v1',
      'upgrade',
      'HTTP 400',
      'HTTP 101',
    ],
    [
      'accepts any origin',
      { ...rightMember(token), http: (names) => (names.length > 0 ? 101 : 400) },
      'with the token, from a foreign page',
      'upgrade',
      'HTTP 403',
      'HTTP 101',
    ],
    [
      'rejects a subscriber',
      { ...rightMember(token), opened: (far: Far) => far.close(far.token === token ? 4403 : 4401) },
      'with the token',
      'close',
      'an open socket',
      'closed with 4403',
    ],
    [
      'closes after a frame that is not JSON',
      { ...rightMember(token), onFrame: (far, frame) => frame === null && far.close(1003) },
      'after invalid frames',
      'close',
      'an open socket',
      'closed with 1003',
    ],
    [
      'never responds',
      { isMute: true },
      'without a token',
      'upgrade',
      'accepted (101), then closed with 4401',
      'nothing within 0.02 s',
    ],
    [
      'is unreachable',
      { http: () => null },
      'without a token',
      'upgrade',
      'accepted (101), then closed with 4401',
      'ECONNREFUSED',
    ],
  ];
  it.each(faults)('is reported when it %s', async (_, member, about, path, expected, got) => {
    const { report } = await verify({ member });
    expect(reportOf(report, 'member', about)).toMatchObject({
      status: 'differs',
      differences: [{ path, expected, got }],
    });
    expect(exitCodeOf(report)).toBe(1);
    // A fault of one socket does not affect the other.
    expect(reportOf(report, 'options-feed', 'events').status).toBe('ok');
  });

  it('keeps the socket of a member whose plan has ended open', async () => {
    const { report } = await verify({ expiresAt: '2020-01-01T00:00:00Z', feed: rightFeed('another') });
    expect(reportOf(report, 'member', 'with the token').differences).toEqual([
      { path: 'close', expected: '4403', got: 'still open after 0.02 s' },
    ]);
  });

  it('is reported with type, path, expected and received value when a frame differs', async () => {
    const frames: readonly unknown[] = [
      { type: 'WebFetchMessage', user_id: 1, message: { ...message, id: 'five' }, isScroll: true },
      { type: 'ReadByAll', chat: 7 },
      { type: 'WebMessageTyping', chat_id: 7 },
      { type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: 'often' },
      'WebFetchChat',
      [{ type: 'WebFetchChat' }],
    ];
    const { report } = await verify({
      member: {
        ...rightMember(token),
        opened(far) {
          if (far.token !== token) return far.close(4401);
          for (const frame of frames) far.say(frame);
        },
      },
    });
    const shown = reportOf(report, 'member', 'frames');
    expect(shown.notes[1]).toBe('6 received');
    expect(shown.differences).toEqual([
      { path: 'WebFetchMessage $.message.id', expected: 'an integer', got: 'five' },
      { path: 'ReadByAll $.chat', expected: 'an object', got: 7 },
      {
        path: '$.type',
        expected:
          'one of WebMeesageTyping, WebFetchChat, WebFetchMessage, message_patch, WebMarkUser, alert_published, alert_retracted, DeliveredToAll, ReadByAll',
        got: 'WebMessageTyping',
      },
      { path: 'WebMeesageTyping $.typing', expected: 'a boolean', got: 'often' },
      { path: '$', expected: 'JSON text', got: 'no JSON' },
      { path: '$', expected: 'an object', got: frames[5] },
    ]);
  });

  it('sends no event after a call, or one with another user_id', async () => {
    const { report } = await verify({
      write: true,
      says: {
        'POST /api/web/chat/7': { type: 'WebFetchMessage', user_id: 9, message, isScroll: true },
        'POST /api/web/chat/5/action': { type: 'WebFetchMessage', user_id: 1, message, isScroll: false },
        'GET /api/web/chat/7/mute': { type: 'WebFetchChat' },
      },
    });
    expect(reportOf(report, 'member', 'after /web/chat/{id}').differences).toEqual([
      { path: 'WebFetchMessage $.user_id', expected: '1, who acted', got: 9 },
    ]);
    expect(reportOf(report, 'member', 'after /web/chat/{messageId}/action').differences).toEqual([
      {
        path: 'frame',
        expected: 'WebFetchMessage with the message, delete_from_everyone true',
        got: 'nothing within 0.02 s',
      },
    ]);
    expect(reportOf(report, 'member', 'after /web/chat/{id}/mute').status).toBe('ok');
    expect(reportOf(report, 'member', 'after /web/chat/{id}/unmute').status).toBe('differs');
  });
});

describe('an invalid options feed', () => {
  const status = (name: string) => ({ ev: 'status', status: name, message: '' });
  /** Sends the greeting, then responds to each action. */
  const answering = (responses: Readonly<Record<string, (far: Far) => void>>): Side => ({
    opened: (far) => far.say([status('connected')]),
    onFrame(far, frame) {
      const name = frame?.action === 'auth' && frame.params !== token ? 'wrong' : String(frame?.action);
      responses[name]?.(far);
    },
  });
  const reject = (far: Far): void => far.say([status('auth_failed')]);
  const admit = (far: Far): void => far.say([status('auth_success')]);
  const faults: readonly [
    fault: string,
    side: Side,
    about: string,
    path: string,
    expected: string,
    got: unknown,
  ][] = [
    ['sends no greeting', { opened: () => {} }, 'greeting', 'status', 'connected', 'nothing within 0.02 s'],
    [
      'closes at once',
      { opened: (far) => far.close(1008) },
      'greeting',
      'close',
      'an open socket',
      'closed with 1008',
    ],
    ['accepts any key', answering({ wrong: admit }), 'wrong auth', 'status', 'auth_failed', 'auth_success'],
    [
      'does not reject a wrong key',
      answering({}),
      'wrong auth',
      'status',
      'auth_failed',
      'nothing within 0.02 s after connected',
    ],
    [
      'sends trades without authentication',
      answering({ wrong: reject, subscribe: (far) => far.say([trade]) }),
      'wrong auth',
      'trades',
      'none before auth_success',
      1,
    ],
    [
      'rejects a subscriber',
      answering({ wrong: reject, auth: reject }),
      'auth',
      'status',
      'auth_success',
      'auth_failed',
    ],
    [
      'does not acknowledge',
      answering({ wrong: reject, auth: admit }),
      'subscribe to T.*',
      'status',
      'success',
      'nothing within 0.02 s after auth_success',
    ],
    ['asks for a subprotocol', { http: () => 400 }, 'greeting', 'upgrade', 'accepted (101)', 'HTTP 400'],
  ];
  it.each(faults)('is reported when it %s', async (_, feed, about, path, expected, got) => {
    const { report } = await verify({ feed });
    expect(reportOf(report, 'options-feed', about)).toMatchObject({
      status: 'differs',
      differences: [{ path, expected, got }],
    });
    expect(exitCodeOf(report)).toBe(1);
    expect(reportOf(report, 'member', 'with the token').status).toBe('ok');
  });

  it('is reported when an event differs', async () => {
    const { report } = await verify({
      feed: rightFeed(token, [
        { ...trade, p: '1.25' },
        { ...trade, sym: 'AAPL' },
        { ...trade, t: 1_761_312_345 },
        { ...trade, c: 227 },
        { ev: 'Q' },
        'T',
      ]),
    });
    const places = reportOf(report, 'options-feed', 'events').differences.map(({ path }) => path);
    expect(places).toEqual(['$[0].p', '$[1].sym', '$[2].t', '$[3].c', '$[5].ev']);
    const { report: alone } = await verify({
      feed: { ...rightFeed(token), opened: (far) => far.say(status('connected')) },
    });
    expect(reportOf(alone, 'options-feed', 'greeting').differences).toEqual([
      { path: '$', expected: 'a list of events', got: status('connected') },
    ]);
  });

  it('is ok without trades when the market is closed', async () => {
    const { report } = await verify({ feed: rightFeed(token, []) });
    expect(summaryOf(report)).toContain('ok WS /options events; no trade within 0.02 s: is the market open?');
  });
});

it('prints a socket as it prints a call, and never a secret', async () => {
  const { report } = await verify({
    feedAuth: 'a-key-of-the-provider',
    feed: rightFeed('a-key-of-the-provider', [{ ...trade, sym: 'a-key-of-the-provider' }]),
    member: {
      ...rightMember(token),
      opened: (far) => (far.token === token ? far.say({ type: token }) : far.close(4401)),
    },
  });
  const secrets = [token, 'a-key-of-the-provider'];
  const text = reportAsText(report, secrets);
  expect(text).toContain('\nok        WS /api/ws  (with a wrong token)\n');
  expect(text).toContain('\ndiffers   WS /options  (events)\n            $[0].sym: expected an option');
  for (const printed of [text, reportAsJson(report, secrets)]) {
    for (const secret of secrets) expect(printed).not.toContain(secret);
    expect(printed).toContain('(not shown)');
  }
});

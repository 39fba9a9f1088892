import { describe, expect, it } from 'vitest';
import { exitCodeOf, reportAsJson, reportAsText } from '../../../packages/testing/src/verify/print-report.ts';
import { CannotVerifyError, runVerify } from '../../../packages/testing/src/verify/run-verify.ts';
import type { CallReport, Report } from '../../../packages/testing/src/verify/verify.types.ts';
import { scriptSockets } from './scripted-sockets.ts';

const url = 'https://your-api.example/api';
const token = 'a-token-of-somebody';
type Responses = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** A backend without sockets. */
const absent = { http: () => 404 };
const { socketFactory, probe } = scriptSockets({ member: absent, feed: absent });
const noSockets = { socketFactory, probe };

/** Keeps pending requests referenced, so that they and their timeouts are not garbage collected. */
const pending: Request[] = [];

/** A backend with only these paths, and the requests that it has received. */
function backend(responses: Responses) {
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push(request);
    const [status, body] = responses[`${request.method} ${new URL(request.url).pathname}`] ?? [
      404,
      'Not found',
    ];
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json' },
    });
  };
  return { fetch, sent };
}

const verify = (responses: Responses, write = false): Promise<Report> =>
  runVerify({ url, token, write, fetch: backend(responses).fetch, ...noSockets });

/** The report of the call whose path ends with `path`. */
function shownBy({ calls }: Report, path: string): CallReport {
  const call = calls.find(
    ({ request, notes }) => request.endsWith(path) && !notes.includes('without a token'),
  );
  if (call === undefined) throw new Error(`${path} was not tried.`);
  return call;
}

const user = { id: 1, first_name: 'Nora', expired_at: '2099-01-01T00:00:00Z' };
const chat = { id: 7, name: 'The floor', messages: [] };

describe('an invalid backend', () => {
  it('is reported with the path, the expected and the received value', async () => {
    const report = await verify({
      'GET /api/web/program': [200, [{ id: 1, monthly_price: 50, yearly_price: 'cheap' }]],
      'GET /api/web/profile': [
        200,
        { user: { ...user, first_name: 5, dp: '', phone: null }, subscriptions: {} },
      ],
      'GET /api/app/news-list': [200, [{ id: 'n1', headline: '', datetime: 1 }, 'news']],
      'GET /api/web/alerts': [
        200,
        { data: [{ id: 1, message: 'Up.', created_at: '21/11/2026' }], last_page: 0 },
      ],
      'GET /api/app/courses': [200, '<html>'],
      'GET /api/web/chats': [500, { message: 'No.' }],
      'POST /api/app/marketdata/time-sale': [200, { data: 'none' }],
    });
    expect(shownBy(report, '/web/program').differences).toEqual([
      { path: '$[0].yearly_price', expected: 'a number', got: 'cheap' },
    ]);
    expect(shownBy(report, '/web/profile').differences).toEqual([
      { path: '$.user.first_name', expected: 'string', got: 5 },
      { path: '$.subscriptions', expected: 'a list', got: {} },
    ]);
    expect(shownBy(report, '/app/news-list').differences).toEqual([
      { path: '$[0].id', expected: 'an integer', got: 'n1' },
      { path: '$[0].headline', expected: 'non-empty text', got: '' },
      { path: '$[1]', expected: 'an object', got: 'news' },
    ]);
    expect(shownBy(report, '/web/alerts?page=1').differences).toEqual([
      { path: '$.data[0].created_at', expected: 'a date (ISO 8601, UTC)', got: '21/11/2026' },
      { path: '$.last_page', expected: 'an integer', got: 0 },
    ]);
    expect(shownBy(report, '/app/courses').differences).toEqual([
      { path: '$', expected: 'JSON', got: 'no JSON' },
    ]);
    expect(shownBy(report, '?chat_type=GR').differences).toEqual([
      { path: 'status', expected: '200', got: 500 },
    ]);
    expect(shownBy(report, '/time-sale').differences).toEqual([
      { path: '$.data', expected: 'a list', got: 'none' },
    ]);
    expect(exitCodeOf(report)).toBe(1);
    expect(reportAsText(report, [token])).toContain(
      '\n            $[0].yearly_price: expected a number, got "cheap"\n',
    );
  });

  it('is reported when a row of time and sales differs', async () => {
    const rows = Array.from({ length: 30 }, () => ({ time: 'noon', option: 'AAPL', qty: 1, price: 1 }));
    const report = await verify({ 'POST /api/app/marketdata/time-sale': [200, { data: rows }] });
    const { differences } = shownBy(report, '/time-sale');
    expect(differences).toHaveLength(30);
    expect(differences[1]).toEqual({
      path: '$.data[1].time',
      expected: 'a date (ISO 8601, UTC)',
      got: 'noon',
    });
    expect(reportAsText(report, [token])).toContain('… and 20 more');
  });

  it('is reported with its path when the body has the alternate form', async () => {
    const report = await verify({
      'GET /api/web/profile': [200, { data: { user: { ...user, id: 'x' } } }],
      'GET /api/web/chats': [200, [{ ...chat, id: 'x' }]],
      'GET /api/web/alerts': [200, { data: { data: [{ id: 1 }], last_page: 1 } }],
    });
    const placeOf = (path: string) => shownBy(report, path).differences.map((difference) => difference.path);
    expect(placeOf('/web/profile')).toEqual(['$.data.user.id']);
    expect(placeOf('?chat_type=GR')).toEqual(['$[0].id']);
    expect(placeOf('/web/alerts?page=1')).toEqual(['$.data.data[0].created_at']);
  });

  it('is reported when it accepts a missing token or rejects an allowed caller', async () => {
    const report = await verify({
      'GET /api/web/profile': [200, { user, subscriptions: [] }],
      'GET /api/web/chats': [403, { message: 'No.' }],
      'GET /api/web/alerts': [401, {}],
    });
    expect(report.calls.find(({ notes }) => notes.includes('without a token'))).toMatchObject({
      status: 'differs',
      differences: [{ path: 'status', expected: '401', got: 200 }],
    });
    expect(shownBy(report, '?chat_type=GR').status).toBe('differs');
    expect(shownBy(report, '/web/alerts?page=1')).toMatchObject({
      status: 'refused',
      differences: [{ path: '$.message' }],
      notes: ['the token is not accepted'],
    });
  });

  it('is reported when it accepts invalid input or rejects it without field errors', async () => {
    const report = await verify(
      {
        'GET /api/web/profile': [200, { user }],
        'POST /api/web/register': [422, { message: 'No.' }],
        'POST /api/web/login': [200, { access: 'x', user }],
      },
      true,
    );
    expect(shownBy(report, '/web/register').differences).toEqual([
      { path: '$.errors', expected: 'lists of messages by field', got: undefined },
    ]);
    expect(shownBy(report, '/web/login').differences).toEqual([
      { path: 'status', expected: '422', got: 200 },
    ]);
  });

  it('is reported when an error has another status than the contract defines', async () => {
    const report = await verify(
      {
        'GET /api/web/program': [200, []],
        'GET /api/web/profile': [403, { message: 'Sign in.' }],
        'POST /api/web/login': [401, { message: 'Wrong.' }],
      },
      true,
    );
    expect(report.calls.find(({ notes }) => notes.includes('without a token'))).toMatchObject({
      status: 'differs',
      differences: [{ path: 'status', expected: '401', got: 403 }],
    });
    expect(shownBy(report, '/web/login')).toMatchObject({
      status: 'differs',
      differences: [{ path: 'status', expected: '422', got: 401 }],
    });
  });

  it('is reported when it redirects, and the run continues after a call without a response', async () => {
    const { fetch } = backend({
      'GET /api/web/program': [200, []],
      'GET /api/web/profile': [302, ''],
      'GET /api/app/courses': [200, []],
    });
    const report = await runVerify({
      url,
      token,
      write: false,
      ...noSockets,
      responseTimeoutMs: 50,
      fetch: (input, init) => {
        const request = new Request(input, init);
        if (request.redirect !== 'manual') return Promise.reject(new TypeError('redirected'));
        if (request.url.endsWith('/news-list')) return Promise.reject(new TypeError('reset'));
        if (!request.url.endsWith('/user-expiration')) return fetch(request);
        pending.push(request);
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      },
    });
    expect(shownBy(report, '/web/profile')).toMatchObject({
      differences: [{ path: 'status', expected: '200', got: 302 }],
      notes: ['the client refuses to be sent elsewhere'],
    });
    expect(shownBy(report, '/app/news-list')).toMatchObject({
      status: 'differs',
      httpStatus: null,
      differences: [{ path: 'response', expected: 'a response', got: 'reset' }],
    });
    expect(shownBy(report, '/web/user-expiration').differences).toEqual([
      { path: 'response', expected: 'a response', got: 'nothing within 0.05 s' },
    ]);
    expect(shownBy(report, '/app/courses').status).toBe('ok');
    expect(reportAsText(report, [token])).toContain('\ndiffers   GET /app/news-list\n            response: ');
    expect(exitCodeOf(report)).toBe(1);
  });
});

describe('a run', () => {
  it('sends no mute, post or form without --write', async () => {
    const responses: Responses = {
      'GET /api/web/profile': [200, { user }],
      'GET /api/web/chats': [200, { data: [chat] }],
      'GET /api/web/chat/7': [200, { data: chat }],
    };
    const { fetch, sent } = backend(responses);
    const report = await runVerify({ url, token, write: false, fetch, ...noSockets });
    const requested = sent.map((request) => `${request.method} ${new URL(request.url).pathname}`);
    expect(requested.filter((name) => !name.startsWith('GET'))).toEqual([
      'POST /api/app/marketdata/time-sale',
    ]);
    expect(requested.filter((name) => name.includes('mute'))).toEqual([]);
    expect(shownBy(report, '/web/register')).toMatchObject({ status: 'not-tried', httpStatus: null });
  });

  it('includes only public calls when there is no token', async () => {
    const { fetch, sent } = backend({ 'GET /api/web/program': [200, []] });
    const report = await runVerify({ url, token: null, write: true, fetch, ...noSockets });
    expect(sent.some((request) => request.headers.has('authorization'))).toBe(false);
    expect(shownBy(report, '/web/chats').notes).toEqual(['needs a token']);
    expect(exitCodeOf(report)).toBe(0);
  });

  it('prints no token and no value with the name of a secret', async () => {
    const report = await verify({
      'GET /api/web/program': [200, [{ id: token, monthly_price: { a: 1 }, yearly_price: [token] }]],
      'GET /api/web/profile': [200, { user: { ...user, first_name: [token], id: `Bearer ${token}` } }],
    });
    for (const text of [reportAsText(report, [token]), reportAsJson(report, [token])]) {
      expect(text).not.toContain(token);
      expect(text).toContain('(not shown)');
    }
    expect(JSON.parse(reportAsJson(report, [token])).calls[0]).toMatchObject({
      call: 'programs',
      status: 'differs',
    });
  });
});

describe('a backend that cannot be checked', () => {
  it('is an error when it has none of the calls', async () => {
    await expect(verify({})).rejects.toThrow(/Check the prefix/);
  });

  it('is an error when it does not respond', async () => {
    const fetch = () => Promise.reject(new TypeError('connection refused'));
    await expect(runVerify({ url, token, write: false, fetch, ...noSockets })).rejects.toThrow(
      CannotVerifyError,
    );
    await expect(runVerify({ url, token, write: false, fetch, ...noSockets })).rejects.toThrow(
      /does not respond: GET \/web\/program/,
    );
  });
});

import { type ApiClientOptions, type ApiResponse, createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const now = Date.UTC(2026, 10, 21, 15, 0, 0);

interface Sent {
  readonly request: Request;
  readonly body: string;
}

/** A client with a fake network. */
function clientOver(
  respond: (request: Request) => Response | Promise<Response>,
  options: Partial<ApiClientOptions> = {},
): { api: ReturnType<typeof createApiClient>; sent: Sent[] } {
  const sent: Sent[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.test/api/',
    clock: { now: () => now },
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push({ request, body: await request.clone().text() });
      return respond(request);
    },
  });
  return { api, sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });
const isJson = { 'Content-Type': 'application/json' };
/** The response of a request that is only aborted, unless `resolve` is called. */
const untilAborted = (request: Request, more: (resolve: (response: Response) => void) => void = () => {}) =>
  new Promise<Response>((resolve, reject) => {
    if (request.signal.aborted) reject(request.signal.reason);
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
    more(resolve);
  });
const outcome = <T>(result: ApiResponse<T>): string => `${result.kind} ${result.status}`;

describe('every status is a result', () => {
  test.each([200, 201])(
    '%i with the expected body is ok [calls.any-status] [calls.parsed]',
    async (status) => {
      const { api } = clientOver(() => json({ message: 'done' }, status));
      const result = await api.request(endpoints.submitContactForm, {
        body: { name: 'A', email: 'a@x.test', message: 'Hi' },
      });
      expect(result).toEqual({ kind: 'ok', ok: true, status, data: { message: 'done' } });
    },
  );

  test.each([400, 401, 403, 404, 409, 413, 422, 429, 500, 503])(
    "%i resolves with the server's message, and its body is parsed [calls.any-status] [calls.parsed]",
    async (status) => {
      const { api } = clientOver(() =>
        json({ message: 'No.', errors: { email: ['Taken.', 'Really.'] } }, status),
      );
      const result = await api.request(endpoints.programs, {});
      expect(result).toMatchObject({
        kind: 'http',
        ok: false,
        status,
        message: 'No.',
        errors: { email: ['Taken.', 'Really.'] },
      });
    },
  );

  test('uses `error` when the message is empty', async () => {
    const { api } = clientOver(() => json({ message: '', error: 'Gone.' }, 404));
    expect(await api.request(endpoints.programs, {})).toMatchObject({ kind: 'http', message: 'Gone.' });
  });

  test('the end of a session aborts its requests, except sign-out [session.aborts-requests]', async () => {
    const epoch = new AbortController();
    const own = new AbortController();
    const { api } = clientOver(
      (request) =>
        untilAborted(request, (resolve) => {
          if (request.keepalive) setTimeout(() => resolve(json({ message: 'Bye.' })));
        }),
      { getToken: () => ({ token: 't0ken', epoch: 1, signal: epoch.signal }) },
    );
    const aborted = api.request(endpoints.programs, { signal: own.signal });
    own.abort();
    expect(outcome(await aborted)).toBe('aborted 0');
    const sent = [
      api.request(endpoints.profile, {}),
      api.request(endpoints.programs, { signal: new AbortController().signal }),
      api.request(endpoints.logout, { keepalive: true }),
    ];
    epoch.abort();
    expect((await Promise.all(sent)).map((result) => outcome<unknown>(result))).toEqual([
      'aborted 0',
      'aborted 0',
      'ok 200',
    ]);
  });

  test('destroy() aborts pending requests, except sign-out, and allows later ones', async () => {
    const { api } = clientOver((request) =>
      untilAborted(request, (resolve) => {
        if (request.keepalive || request.url.endsWith('program')) setTimeout(() => resolve(json([])));
      }),
    );
    const sent = [api.request(endpoints.newsList, {}), api.request(endpoints.logout, { keepalive: true })];
    api.destroy();
    const [news, logout] = await Promise.all(sent);
    expect(news?.kind).toBe('aborted');
    expect(logout?.kind).not.toBe('aborted');
    expect((await api.request(endpoints.programs, {})).kind).toBe('ok');
  });

  test('never retries a request [calls.no-retry]', async () => {
    for (const respond of [
      () => json({}, 503),
      () => json({}, 429, { 'Retry-After': '0' }),
      () => {
        throw new TypeError('Failed to fetch');
      },
    ]) {
      const { api, sent } = clientOver(respond);
      await api.request(endpoints.muteChat, { params: { id: 3 } });
      expect(sent).toHaveLength(1);
    }
  });
});

describe('unexpected bodies', () => {
  test.each([
    ['truncated JSON', '{"data":', 'invalid-body'],
    ['a captive portal', '<html>Sign in to the wifi</html>', 'invalid-body'],
    ['JSON of another shape', '{"hello":1}', 'wrong-shape'],
    ['a bare null', 'null', 'wrong-shape'],
    ['an empty body where data is due', '', 'wrong-shape'],
  ])('returns a defined result for %s [calls.invalid-body]', async (_, text, kind) => {
    const { api } = clientOver(() => new Response(text, { status: 200, headers: isJson }));
    expect(outcome(await api.request(endpoints.profile, {}))).toBe(`${kind} 200`);
  });

  test('accepts 204 and an empty 200 if the shape is unspecified', async () => {
    for (const response of [new Response(null, { status: 204 }), new Response('')]) {
      const { api } = clientOver(() => response);
      expect((await api.request(endpoints.logout, {})).ok).toBe(true);
    }
  });

  test.each([
    ['text/html', 'invalid-body'],
    ['text/plain;charset=UTF-8', 'invalid-body'],
    ['application/json; charset=utf-8', 'ok'],
    ['application/problem+json', 'ok'],
  ])('JSON with the content type %s results in %s [calls.content-type]', async (type, kind) => {
    const body = { email: 'a@x.test', otp: '012345' };
    const { api } = clientOver(() => new Response('{"message":"x"}', { headers: { 'Content-Type': type } }));
    expect(outcome(await api.request(endpoints.verifyOtp, { body }))).toBe(`${kind} 200`);
    const refusing = clientOver(
      () => new Response('{"message":"No."}', { status: 422, headers: { 'Content-Type': type } }),
    );
    expect(await refusing.api.request(endpoints.verifyOtp, { body })).toMatchObject({
      kind: 'http',
      message: kind === 'ok' ? 'No.' : '',
    });
  });

  describe('a body of more than 5 MiB', () => {
    /** A body in chunks of 1 MiB, endless unless `last` limits the chunks. */
    function longBody(last = Number.POSITIVE_INFINITY) {
      const state = { pulled: 0, cancelled: false };
      const stream = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            state.pulled += 1;
            const chunk = new Uint8Array(1024 * 1024).fill(0x20);
            if (state.pulled === 1) chunk.set(new TextEncoder().encode('{"message":"x"}'));
            controller.enqueue(chunk);
            if (state.pulled === last) controller.close();
          },
          cancel() {
            state.cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      return { state, stream };
    }
    const body = { email: 'a@x.test', otp: '012345' };

    test('is too large, and the rest is canceled [calls.size-cap]', async () => {
      const { state, stream } = longBody();
      const { api } = clientOver(() => new Response(stream, { headers: isJson }));
      expect(outcome(await api.request(endpoints.verifyOtp, { body }))).toBe('too-large 200');
      expect(state.cancelled).toBe(true);
      expect(state.pulled).toBeLessThan(10);
    });

    test('is dropped for an error, which keeps its status [calls.size-cap]', async () => {
      const { api } = clientOver(() => new Response(longBody().stream, { status: 500, headers: isJson }));
      expect(await api.request(endpoints.verifyOtp, { body })).toMatchObject({
        kind: 'http',
        status: 500,
        message: '',
      });
    });

    test('is read if the endpoint allows it: 50,000 trades [calls.size-cap]', async () => {
      const { state, stream } = longBody(12);
      const { api } = clientOver(() => new Response(stream, { headers: isJson }));
      const result = await api.request(endpoints.timeSale, { body: { ticker: '' } });
      expect(result.kind).not.toBe('too-large');
      expect(state).toEqual({ pulled: 12, cancelled: false });
    });

    test('is read at exactly 5 MiB [calls.size-cap]', async () => {
      const { state, stream } = longBody(5);
      const { api } = clientOver(() => new Response(stream, { headers: isJson }));
      expect(outcome(await api.request(endpoints.verifyOtp, { body }))).toBe('ok 200');
      expect(state.cancelled).toBe(false);
    });
  });

  test.each(['__proto__', '\\u005f_proto__', '__\\u0070roto__'])(
    'drops a key written as %s at any depth [calls.proto-guard]',
    async (key) => {
      const text = `{"${key}":{"polluted":1},"list":[{"${key}":{},"a":"\\u00e4"}]}`;
      const { api } = clientOver(() => new Response(text, { headers: isJson }));
      const result = await api.request(endpoints.storeNotificationToken, { body: { token: 't' } });
      expect(result).toMatchObject({ ok: true, data: { list: [{ a: 'ä' }] } });
      const { list } = (result as unknown as { data: { list: object[] } }).data;
      for (const value of [(result as { data: object }).data, ...list]) {
        expect(Object.getOwnPropertyNames(value)).not.toContain('__proto__');
        expect('polluted' in value).toBe(false);
      }
    },
  );

  test('ignores a byte order mark', async () => {
    const { api } = clientOver(() => new Response('\uFEFF{"message":"x"}', { headers: isJson }));
    expect(
      await api.request(endpoints.resetPassword, {
        body: { email: 'a@x.test', otp: '012345', password: 'x', confirm_password: 'x' },
      }),
    ).toMatchObject({ ok: true, data: { message: 'x' } });
  });

  test('canonical, bare and data-wrapped bodies read the same [calls.alternate-form]', async () => {
    const chat = { id: 4, name: 'Room' };
    const intent = { setupIntentClientSecret: 'seti_1_secret_2' };
    const alerts = { data: [{ id: 1, message: 'm', created_at: '2026-11-21T00:00:00Z' }], last_page: 3 };
    for (const body of [{ data: chat }, chat, { data: { data: chat } }]) {
      const { api } = clientOver(() => json(body));
      expect(await api.request(endpoints.chat, { params: { id: 4 }, query: {} })).toMatchObject({
        data: { data: { id: 4, name: 'Room' } },
      });
    }
    for (const body of [intent, { data: intent }]) {
      const { api } = clientOver(() => json(body));
      expect(
        await api.request(endpoints.createPaymentIntent, {
          body: { term: 1, gateway: 'stripe', program_id: 1 },
        }),
      ).toMatchObject({ data: { approveLink: null, ...intent } });
    }
    for (const body of [alerts, { data: alerts }]) {
      const { api } = clientOver(() => json(body));
      expect(await api.request(endpoints.alerts, { query: { page: 1 } })).toMatchObject({
        data: { last_page: 3 },
      });
    }
  });

  test('drops malformed entries and reports them once [calls.lenient-list]', async () => {
    const reports: unknown[] = [];
    const { api } = clientOver(() => json({ data: [{ id: 1 }, { nope: true }] }), {
      onError: (report) => reports.push(report),
    });
    const result = await api.request(endpoints.chats, { query: { chat_type: 'GR' } });
    expect(result.ok && result.data.data.map((chat) => chat.id)).toEqual([1]);
    expect(reports).toMatchObject([{ where: '/web/chats', error: [{ path: 'data.1' }] }]);
  });
});

describe('requests', () => {
  const token = { token: 't0ken', epoch: 3 };

  test('carry the bearer token if there is one [session.bearer]', async () => {
    const { api, sent } = clientOver(() => json([]), { getToken: () => token });
    await api.request(endpoints.programs, {});
    expect(sent[0]?.request.headers.get('Authorization')).toBe('Bearer t0ken');
    const anonymous = clientOver(() => json([]));
    await anonymous.api.request(endpoints.programs, {});
    expect(anonymous.sent[0]?.request.headers.has('Authorization')).toBe(false);
  });

  test("use the token of the call instead of the session's, or none", async () => {
    const rejected: unknown[] = [];
    const { api, sent } = clientOver(() => json({}, 401), {
      getToken: () => token,
      onUnauthorized: (which) => rejected.push(which),
    });
    await api.request(endpoints.logout, { token: 'other' });
    await api.request(endpoints.login, {
      body: { username: 'a@b', password: 'x', remember: true, type: 'manual' },
      token: null,
    });
    expect(sent.map(({ request }) => request.headers.get('Authorization'))).toEqual(['Bearer other', null]);
    // A 401 for another token does not affect the session.
    expect(rejected).toEqual([]);
  });

  test('encode path and query, and throw on a missing parameter', async () => {
    const { api, sent } = clientOver(() => json({ results: null }));
    await api.request(endpoints.tickerDetails, { params: { ticker: '../x y' } });
    await api.request(endpoints.tickers, { query: { q: 'a&b' } });
    await api.request(endpoints.chat, { params: { id: 1 }, query: { min_id: undefined } });
    expect(sent.map((entry) => entry.request.url)).toEqual([
      'https://api.test/api/app/marketdata/ticker-details/..%2Fx%20y',
      'https://api.test/api/app/marketdata/ticker?q=a%26b',
      'https://api.test/api/web/chat/1',
    ]);
    await expect(api.request(endpoints.tickerDetails, { params: { ticker: '' } })).rejects.toThrow(TypeError);
  });

  test("stay at the API's origin and below its prefix for any parameter [session.401-other-origin] [calls.prefix]", () => {
    const { api, sent } = clientOver(() => json({ results: null }), { getToken: () => token });
    const hostile = fc.constantFrom(
      '.',
      '..',
      '../..',
      '//evil.test',
      'https://evil.test',
      '\\\\evil',
      '?',
      '#',
      '@evil.test',
    );
    return fc.assert(
      fc.asyncProperty(fc.oneof(hostile, fc.string({ unit: 'binary', minLength: 1 })), async (text) => {
        sent.length = 0;
        await api.request(endpoints.tickerDetails, { params: { ticker: text } });
        await api.request(endpoints.tickers, { query: { q: text } });
        return sent.every(({ request }) => request.url.startsWith('https://api.test/api/app/marketdata/'));
      }),
      { numRuns: propertyCases(300) },
    );
  });

  test('send multipart booleans as 1 and 0, and omit absent fields [calls.multipart-flags]', async () => {
    const { api, sent } = clientOver(() => json({}));
    await api.request(endpoints.updateProfile, {
      body: { push_notification: false, email_notification: true },
    });
    const form = await new Response(sent[0]?.body, {
      headers: { 'Content-Type': sent[0]?.request.headers.get('Content-Type') ?? '' },
    }).formData();
    expect([...form]).toEqual([
      ['push_notification', '0'],
      ['email_notification', '1'],
    ]);
  });
});

describe('session callbacks', () => {
  const token = { token: 't', epoch: 1 };

  test('a 401 reports the rejected token, and nothing without a token [session.401-without-token]', async () => {
    const rejected: unknown[] = [];
    const options = { onUnauthorized: (which: unknown) => rejected.push(which) };
    await clientOver(() => json({}, 401), { ...options, getToken: () => token }).api.request(
      endpoints.profile,
      {},
    );
    await clientOver(() => json({}, 401), options).api.request(endpoints.profile, {});
    expect(rejected).toEqual([token]);
  });

  test("every response with a Date reports the server's time [entitlement.server-now]", async () => {
    const times: unknown[] = [];
    const { api } = clientOver(() => json([], 200, { Date: 'Sat, 21 Nov 2026 16:00:00 GMT' }), {
      onServerTime: (time) => times.push(time),
    });
    await api.request(endpoints.programs, {});
    expect(times).toEqual([{ server: now + 3_600_000, device: now }]);
  });

  test.each([
    ['2', 2],
    ['Sat, 21 Nov 2026 15:00:30 GMT', 30],
    ['Saturday, 21-Nov-26 15:00:30 GMT', 30],
    ['Sat Nov 21 15:00:30 2026', 30],
    ['0.2', 1],
    ['30.5', 31],
    ['abc', null],
    ['Tomorrow, maybe', null],
    ['2026-11-21T15:00:30Z', null],
    ['1e3', null],
    ['-1', null],
    ['', null],
  ])('Retry-After %j is read as %j seconds [calls.retry-after]', async (header, seconds) => {
    const { api } = clientOver(() => json({}, 429, { 'Retry-After': header }));
    expect(await api.request(endpoints.programs, {})).toMatchObject({ retryAfter: seconds });
  });

  test('uses retry_after of the body if the header is missing [calls.retry-after]', async () => {
    const { api } = clientOver(() => json({ message: 'Slow down.', retry_after: 7 }, 429));
    expect(await api.request(endpoints.programs, {})).toMatchObject({ retryAfter: 7 });
  });
});

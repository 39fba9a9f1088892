// The client's result for malformed, truncated, HTML, empty and wrong-shaped responses to each call of the contract.
import { type ApiResponse, createApiClient, type RequestToken } from '@openbell/core/api-client';
import { type Endpoint, type EndpointName, endpoints, type PathParams } from '@openbell/core/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { anyAnswer, endpointNames, paramsOf } from './inputs.ts';
import { reply, type Script, startScriptedServer } from './scripted-server.ts';

let complaints: unknown[];
let unauthorized: RequestToken[];
const token: RequestToken = { token: 'abc', epoch: 4 };

const server = sharedByTests(startScriptedServer);
/** The target of redirects. */
const other = sharedByTests(startScriptedServer);
beforeEach(() => {
  complaints = [];
  unauthorized = [];
});

function ask(name: EndpointName, script: Script, signal?: AbortSignal): Promise<ApiResponse<unknown>> {
  server.respond(script);
  const api = createApiClient({
    baseUrl: `${server.url}/api`,
    getToken: () => token,
    onUnauthorized: (used) => unauthorized.push(used),
    onError: (complaint) => complaints.push(complaint),
  });
  const endpoint = endpoints[name] as Endpoint<unknown, unknown, PathParams | undefined>;
  return api.request(endpoint, { body: {}, params: paramsOf(name), signal });
}

const html = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

describe.each(endpointNames)('%s', (name) => {
  it('reports HTML with status 200 as an invalid body [calls.invalid-body]', async () => {
    expect(await ask(name, reply(200, html, { 'content-type': 'text/html' }))).toMatchObject({
      kind: 'invalid-body',
      status: 200,
    });
  });

  it('reports truncated JSON as an invalid body [calls.invalid-body]', async () => {
    expect(await ask(name, reply(200, '{"data":[{"id":1,"na'))).toMatchObject({
      kind: 'invalid-body',
      status: 200,
    });
  });

  it('reports a body shorter than its length as a network failure', async () => {
    const cut: Script = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    };
    expect(await ask(name, cut)).toMatchObject({ kind: 'network', status: 0 });
  });

  it('reports an empty body as a wrong shape, unless the call has no body', async () => {
    const result = await ask(name, reply(200, ''));
    expect(result).toMatchObject(anyAnswer.has(name) ? { kind: 'ok' } : { kind: 'wrong-shape', status: 200 });
  });

  it('reports JSON of another type as a wrong shape', async () => {
    for (const body of ['42', '"text"', 'true', 'null']) {
      complaints = [];
      const result = await ask(name, reply(200, body));
      if (anyAnswer.has(name)) expect(result.kind).toBe('ok');
      else {
        expect(result).toMatchObject({ kind: 'wrong-shape', status: 200, message: '' });
        expect(complaints).toHaveLength(1);
      }
    }
  });

  it('returns the status of an HTML error page without its text [errors.html-never-shown]', async () => {
    expect(await ask(name, reply(502, html, { 'content-type': 'text/html' }))).toEqual({
      kind: 'http',
      ok: false,
      status: 502,
      message: '',
      errors: {},
      retryAfter: null,
      problems: [],
    });
  });

  it('keeps the message and field errors of an error response, bare or wrapped [calls.wrapped-errors]', async () => {
    const body = { message: 'No.', errors: { email: ['Taken.', 'Odd.'], phone: 'Short.' } };
    for (const form of [body, { data: body }]) {
      expect(await ask(name, reply(422, JSON.stringify(form)))).toMatchObject({
        kind: 'http',
        status: 422,
        message: 'No.',
        errors: { email: ['Taken.', 'Odd.'], phone: ['Short.'] },
      });
    }
  });

  it('reports the rejected token of a 401 once', async () => {
    expect(await ask(name, reply(401, '{"message":"Please sign in."}'))).toMatchObject({ status: 401 });
    expect(unauthorized).toEqual([token]);
  });

  it('returns the wait of a 429 and does not retry [calls.no-retry]', async () => {
    let requests = 0;
    const busy: Script = (response, request) => {
      requests += 1;
      reply(429, '{"message":"Slowly."}', { 'retry-after': '7' })(response, request);
    };
    expect(await ask(name, busy)).toMatchObject({ status: 429, retryAfter: 7 });
    expect(requests).toBe(1);
  });

  it('rejects a redirect and sends the token nowhere else [calls.redirect-refused]', async () => {
    let reached = false;
    other.respond((response) => {
      reached = true;
      response.end('{}');
    });
    expect(await ask(name, reply(302, '', { location: `${other.url}/x` }))).toMatchObject({
      kind: 'network',
    });
    expect(reached).toBe(false);
  });

  it('reports a broken connection as a network failure and a cancelled one as aborted [calls.status-zero]', async () => {
    expect(await ask(name, (response) => response.destroy())).toMatchObject({ kind: 'network', status: 0 });
    const stop = new AbortController();
    const hanging = ask(name, () => stop.abort(), stop.signal);
    expect(await hanging).toMatchObject({ kind: 'aborted', status: 0 });
  });
});

describe('lists', () => {
  it('drops only the malformed entries of a list, and reports them [calls.lenient-list]', async () => {
    const good = { label: 'AAPL', value: 'AAPL' };
    const result = await ask(
      'tickers',
      reply(200, JSON.stringify({ data: [good, { label: 7 }, null, good] })),
    );
    expect(result).toMatchObject({ kind: 'ok', data: { data: [good, good] } });
    expect(complaints).toHaveLength(1);
  });

  it('reads the same value canonical, bare and wrapped [calls.alternate-form]', async () => {
    const news = [{ id: 1, headline: 'Up', summary: '', image: null, url: '', datetime: 1_700_000_000 }];
    for (const body of [news, { data: news }]) {
      expect(await ask('newsList', reply(200, JSON.stringify(body)))).toMatchObject({
        kind: 'ok',
        data: news,
      });
    }
    const tickers = [{ label: 'F', value: 'F' }];
    for (const body of [tickers, { data: tickers }, { data: { data: tickers } }]) {
      const result = await ask('tickers', reply(200, JSON.stringify(body)));
      expect(result).toMatchObject({ kind: 'ok', data: { data: tickers } });
    }
  });

  it('keeps unknown fields out of the domain types [calls.unknown-fields]', async () => {
    const text = '{"data":[{"label":"F","value":"F","secret":1,"__proto__":{"admin":true}}]}';
    const result = await ask('tickers', reply(200, text));
    if (!result.ok) throw new Error(result.kind);
    const [entry] = (result.data as { data: Record<string, unknown>[] }).data;
    expect(Object.keys(entry ?? {})).toEqual(['label', 'value']);
    expect(entry?.admin).toBeUndefined();
  });
});

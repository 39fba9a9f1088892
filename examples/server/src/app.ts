import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import {
  type Access,
  access,
  type EndpointName,
  endpoints,
  type Schema,
  sessionHeader,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { type Context, Hono } from 'hono';
import { type OtherRoute, otherRoutes as otherAccess } from './access.ts';
import { isReal } from './config.ts';
import type { ServerContext } from './context.ts';
import { clientAddress } from './http/client-address.ts';
import { createTurns } from './http/concurrency-limit.ts';
import { buildPagePolicy, type PagePolicy } from './http/content-security-policy.ts';
import { createDownloads } from './http/downloads.ts';
import { errorAnswer } from './http/error-answer.ts';
import { answerFile, type FileSending } from './http/file-answer.ts';
import { HttpError, notFound } from './http/http-error.ts';
import { jsonAnswer } from './http/json-answer.ts';
import { isLocalRequest } from './http/local-request.ts';
import { readMultipart } from './http/multipart.ts';
import { isAllowedOrigin, isElsewhere } from './http/origins.ts';
import type { OtherHandler, OtherRoutes } from './http/other-route.ts';
import { readBytes, readJson } from './http/read-json.ts';
import type { Call, Caller, Handler, OwnSchemas, Routes } from './http/route.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import type { InlineHashes, StaticSite } from './http/static-site.ts';
import { validate } from './http/validate.ts';
import { PROVIDER_BUDGET_MS, withTimeBudget } from './providers/time-budget.ts';
import { CALLS_AT_ONCE, type LimitName, limitKey, limits, tooMany } from './security/limits.ts';
import { createMemoryLimits } from './security/memory-limits.ts';
import { readCookieToken } from './sessions/session-cookie.ts';
import { readSession } from './sessions/sessions.ts';

export interface AppParts {
  readonly routes: readonly Routes[];
  readonly ownSchemas: OwnSchemas;
  readonly otherRoutes: readonly OtherRoutes[];
  /** The built web app; null when it has not been built. */
  readonly site: StaticSite | null;
  /** Folder of uploads in progress. */
  readonly temporary: string;
  /** How long a small body may take to come, in milliseconds. */
  readonly smallBodyMs: number;
  /** How long a client may take to read the next part of a file, in milliseconds. */
  readonly nextPartMs: number;
}

interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; userId: number | undefined };
}

const apiPrefix = '/api';
const mediaPrefix = '/media/';
const notAllowed = 'You are not allowed to access this page. Please contact your administrator.';
/** An alert's code opens it for whoever has it: it is no more written down than a token. */
const alertPath = /^(\/api\/web\/alert\/).+/;
/** Calls that the specification makes by GET and that change something: taken by POST as well. */
const changesByGet: ReadonlySet<EndpointName> = new Set(['muteChat', 'unmuteChat']);

/**
 * Assembles the HTTP application. Throws when two areas answer the same call, or when a route has no row in the
 * access table: what nobody decided about is never served.
 */
export function createApp(context: ServerContext, parts: AppParts): Hono<Env> {
  const app = new Hono<Env>();
  const { config, log, clock } = context;
  const policyOf = (inline: Partial<InlineHashes>): PagePolicy =>
    buildPagePolicy({
      https: config.publicUrl.startsWith('https:'),
      stripe: isReal(config.stripe),
      google: isReal(config.google),
      facebook: isReal(config.facebook),
      recaptcha: config.captcha !== 'off' && config.recaptcha !== null,
      tradingView: config.chart === 'tradingview',
      remoteImages: isReal(config.news),
      mediaOrigin: config.mediaOrigin,
      ...inline,
    });
  const pagePolicy = policyOf({});
  const calls = createMemoryLimits();
  const downloads = createDownloads();
  const turns = createTurns(CALLS_AT_ONCE);

  app.use(async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    await next();
    setSecurityHeaders(c.res.headers, config.publicUrl, pagePolicy);
    c.res.headers.set('x-request-id', requestId);
    // Clients take 'now' from it.
    c.res.headers.set('date', new Date(clock.now()).toUTCString());
    setCorsHeaders(c);
    const { pathname } = new URL(c.req.url);
    const level = pathname.startsWith('/api') || c.res.status >= 500 ? 'info' : 'debug';
    log[level]('request', {
      requestId,
      method: c.req.method,
      path: pathname.replace(alertPath, '$1[redacted]'),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      userId: c.get('userId'),
    });
  });

  // Media under a name of their own: nothing else answers there, and they answer nowhere else.
  app.use(async (c, next) => {
    if (isElsewhere(config, c.req.header('host'), c.req.path)) throw notFound();
    await next();
  });

  function setCorsHeaders(c: Context<Env>): void {
    const origin = c.req.header('origin');
    c.res.headers.append('vary', 'Origin');
    if (origin === undefined || !isAllowedOrigin(config, origin, c.req.header('host'))) return;
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-expose-headers', 'Date, Retry-After, X-Request-Id');
  }

  app.options('*', (c) => {
    const origin = c.req.header('origin');
    if (origin === undefined || !isAllowedOrigin(config, origin, c.req.header('host')))
      return c.body(null, 403, { 'cache-control': 'no-store' });
    return c.body(null, 204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-max-age': '600',
    });
  });

  const methods = new Map<string, string[]>();
  const register = (method: string, path: string, handle: (c: Context<Env>) => Promise<Response>) => {
    methods.set(path, [...(methods.get(path) ?? []), method]);
    // Hono answers HEAD with GET's handler; below the API, some calls change state by GET.
    const safe = !path.startsWith(apiPrefix);
    app.on(method, path, async (c) => {
      if (!safe && c.req.method !== method) return refuseMethod(c, path);
      const answer = await handle(c);
      // Hono drops the body of an answer to HEAD without closing it.
      if (c.req.method === 'HEAD') await answer.body?.cancel();
      return answer;
    });
  };
  const refuseMethod = async (c: Context<Env>, path: string) => {
    const allowed = methods.get(path) ?? [];
    const refusal = new HttpError(405, `This address takes ${allowed.join(' or ')}.`);
    const answer = errorAnswer(refusal, c.get('requestId'), log);
    answer.headers.set('allow', allowed.join(', '));
    return answer;
  };

  const handlers = collect(parts.routes);
  for (const [name, handler] of handlers) {
    const endpoint = endpoints[name];
    const path = apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const answer = async (c: Context<Env>) => {
      const call = await prepare(c, name);
      const work = async () => {
        const reply = await withTimeBudget(PROVIDER_BUDGET_MS, () => handler(context, call));
        return jsonAnswer(reply, c.req.raw.headers);
      };
      if (call.caller === null) return work();
      return turns.run(`${call.caller.userId} ${endpoint.bodyFormat === 'multipart'}`, work);
    };
    register(endpoint.method, path, answer);
    if (changesByGet.has(name)) register('POST', path, answer);
  }
  for (const [route, handler] of collectOther(parts.otherRoutes, config.production)) {
    const [method = '', path = ''] = route.split(' ');
    const needed = otherAccess[route];
    register(method, path, async (c) => {
      if (
        needed === 'local' &&
        !isLocalRequest(config, { peer: peerOf(c), header: (name) => c.req.header(name) })
      )
        throw notFound();
      const caller = needed === 'member' ? await readCaller(c) : null;
      if (needed === 'member') checkAccess('member', caller);
      countCall(c, caller);
      if (path.startsWith(mediaPrefix)) countHit('media.address', addressOf(c));
      return withTimeBudget(PROVIDER_BUDGET_MS, () =>
        handler(context, {
          request: c.req.raw,
          url: new URL(c.req.url),
          params: c.req.param(),
          address: addressOf(c),
          caller,
          readBytes: (max) => readBytes(c.req.raw, max, parts.smallBodyMs),
          readJson: () => readJson(c.req.raw, parts.smallBodyMs),
          sendFile: (file, headers) => answerFile(c.req.raw, file, headers, sendingTo(c)),
        }),
      );
    });
  }
  for (const path of methods.keys()) app.all(path, (c) => refuseMethod(c, path));

  async function prepare(c: Context<Env>, name: EndpointName): Promise<Call<EndpointName>> {
    let caller = await readCaller(c);
    c.set('userId', caller?.userId);
    countCall(c, caller);
    checkAccess(access[name], caller);
    const requireAccess = async () => {
      const current = caller === null ? null : await readCaller(c);
      checkAccess(access[name], current);
      return current;
    };
    const { bodyFormat, body: agreed } = endpoints[name];
    const schema = parts.ownSchemas[name] ?? agreed;
    const body =
      bodyFormat === 'json' && schema !== null
        ? validate(schema as Schema<unknown>, await readJson(c.req.raw, parts.smallBodyMs))
        : undefined;
    // The session may have ended while the body was on its way.
    if (body !== undefined) caller = await requireAccess();
    const url = new URL(c.req.url);
    const query: Record<string, string> = Object.create(null);
    for (const [key, value] of url.searchParams) query[key] ??= value;
    return {
      params: c.req.param(),
      query,
      body,
      caller,
      address: addressOf(c),
      headers: c.req.raw.headers,
      signal: c.req.raw.signal,
      requireAccess: async () => void (await requireAccess()),
      readMultipart: async (limits) => {
        const form = await readMultipart(c.req.raw, { ...limits, temporary: parts.temporary });
        try {
          await requireAccess();
          return form;
        } catch (error) {
          await form.discard();
          throw error;
        }
      },
    } as Call<EndpointName>;
  }

  async function readCaller(c: Context<Env>): Promise<Caller | null> {
    const marker = c.req.header(sessionHeader);
    const token =
      marker === undefined
        ? /^Bearer ([\w-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
        : (readCookieToken(config, marker, (name) => c.req.header(name)) ?? undefined);
    const session = token === undefined ? null : await readSession(context.db, token, clock.now());
    if (session === null) return null;
    const { id: userId, firstName, email, expiredAt } = session.user;
    return { userId, sessionId: session.id, firstName, email, expiredAt };
  }

  function checkAccess(needed: Access, caller: Caller | null): void {
    if (needed === 'visitor') return;
    if (caller === null) throw new HttpError(401, 'Please sign in.');
    if (needed === 'subscriber' && !isSubscribed({ expired_at: caller.expiredAt }, clock.now())) {
      throw new HttpError(403, notAllowed);
    }
  }

  function countCall(c: Context<Env>, caller: Caller | null): void {
    if (caller === null) return;
    countHit('call.person', caller.userId);
    countHit('call.address', addressOf(c));
  }

  function countHit(name: LimitName, who: string | number): void {
    if (!config.rateLimits) return;
    const share = calls.take(limitKey(name, who), limits[name], clock.now());
    if (share.allowed) return;
    log.warn('throttled', { limit: name, who });
    throw tooMany(name, share.retryAfter);
  }

  function sendingTo(c: Context<Env>): FileSending {
    return {
      begin: () => downloads.begin(addressOf(c)),
      nextPartMs: parts.nextPartMs,
      hangUp: (reason) => {
        log.warn('download-cut', { requestId: c.get('requestId'), reason });
        c.env.outgoing?.destroy();
      },
    };
  }

  function peerOf(c: Context<Env>): string | undefined {
    return c.env.incoming?.socket.remoteAddress;
  }

  function addressOf(c: Context<Env>): string {
    return clientAddress({
      peer: peerOf(c),
      forwarded: c.req.header('x-forwarded-for'),
      trustProxy: config.trustProxy,
    });
  }

  app.notFound(async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && !/^\/(?:api|dev|media)(?:\/|$)/.test(pathname);
    if (!isPage || parts.site === null) return errorAnswer(notFound(), c.get('requestId'), log);
    return parts.site.answer({
      pathname,
      search,
      headers: c.req.raw.headers,
      policyOf: (inline) => policyOf(inline).enforced,
    });
  });
  app.onError((error, c) => errorAnswer(error, c.get('requestId'), log));
  return app;
}

type AnyHandler = Handler<EndpointName>;

function collect(areas: readonly Routes[]): Map<EndpointName, AnyHandler> {
  const all = new Map<EndpointName, AnyHandler>();
  for (const routes of areas) {
    for (const [name, handler] of Object.entries(routes) as [EndpointName, AnyHandler][]) {
      if (!Object.hasOwn(endpoints, name)) throw new TypeError(`The contract has no call named ${name}.`);
      if (!Object.hasOwn(access, name))
        throw new TypeError(`The contract does not say who may call ${name}.`);
      if (all.has(name)) throw new TypeError(`Two areas answer the call ${name}.`);
      all.set(name, handler);
    }
  }
  return all;
}

/** A production server registers nothing below `/dev`. */
function collectOther(areas: readonly OtherRoutes[], production: boolean): Map<OtherRoute, OtherHandler> {
  const all = new Map<OtherRoute, OtherHandler>();
  for (const routes of areas) {
    for (const [route, handler] of Object.entries(routes) as [OtherRoute, OtherHandler][]) {
      if (!Object.hasOwn(otherAccess, route))
        throw new TypeError(`access.ts does not say who may call ${route}.`);
      if (all.has(route)) throw new TypeError(`Two areas answer ${route}.`);
      if (otherAccess[route] !== 'local' || !production) all.set(route, handler);
    }
  }
  return all;
}

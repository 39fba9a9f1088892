import { type EndpointName, endpoints } from '@openbell/core/contract';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AccessTable } from './access.ts';
import { createCallReader } from './call-reader.ts';
import type { ServerContext } from './context.ts';
import { isLocalRequest } from './http/client/local-request.ts';
import { type DownloadLimits, sendFile } from './http/files/send-file.ts';
import { preflightResponse, setCorsHeaders } from './http/headers/cors.ts';
import { isOnOtherOrigin } from './http/headers/origins.ts';
import { setSecurityHeaders } from './http/headers/security-headers.ts';
import { notFound } from './http/http-error.ts';
import { createConcurrencyLimit } from './http/limits/concurrency-limit.ts';
import { createDownloads } from './http/limits/downloads.ts';
import { readBytes, readJson } from './http/request/read-json.ts';
import { addressOf, type Env, peerOf, type RequestContext, requestIdOf } from './http/request-context.ts';
import { errorResponse } from './http/response/error-response.ts';
import { jsonResponse } from './http/response/json-response.ts';
import { whenSent } from './http/response/response-sent.ts';
import { createRouteTable } from './http/route-table.ts';
import { sitePolicy } from './http/site/site-policy.ts';
import type { StaticSite } from './http/site/static-site.ts';
import { PROVIDER_BUDGET_MS, withTimeBudget } from './providers/time-budget.ts';
import { inRequest } from './request-scope.ts';
import type { Handler, HandlersByRoute, OtherHandler, OwnSchemas, Routes } from './routes.ts';
import { createCallLimits } from './security/call-limits.ts';
import { CALLS_AT_ONCE } from './security/limits.ts';
import { checkAccess, readCaller } from './sessions/caller.ts';
import { readTraceparent } from './tracing/tracing.ts';

export interface AppParts {
  readonly routes: readonly Routes[];
  readonly ownSchemas: OwnSchemas;
  readonly otherRoutes: readonly HandlersByRoute[];
  /** The access of `otherRoutes`. */
  readonly access: AccessTable;
  /** The built web app. Null if it has not been built. */
  readonly site: StaticSite | null;
  /** Folder of uploads in progress. */
  readonly temporary: string;
  /** Time limit of a small body in milliseconds. */
  readonly smallBodyMs: number;
  /** Time in milliseconds that a client may take to read the response of a call. */
  readonly responseMs: number;
  /** Time in milliseconds that a client may take to read the next part of a file. */
  readonly nextPartMs: number;
}

const apiPrefix = '/api';
const mediaPrefix = '/media/';
/** The code gives access to the alert, so it is redacted in the log. */
const alertPath = /^(\/api\/web\/alert\/).+/;
/** Calls that change state although the contract uses GET. The server also accepts POST. */
const alsoByPost: ReadonlySet<EndpointName> = new Set(['muteChat', 'unmuteChat']);

/**
 * Assembles the HTTP application. Throws when two areas handle the same call, or when a route has no row in the access
 * table.
 */
export function createApp(context: ServerContext, parts: AppParts): Hono<Env> {
  const app = new Hono<Env>();
  const { config, log, clock } = context;
  const limits = createCallLimits(context);
  const downloads = createDownloads();
  const concurrency = createConcurrencyLimit(CALLS_AT_ONCE);

  app.use(answerRequests(context));

  app.use(async (c, next) => {
    if (isOnOtherOrigin(config, c.req.header('host'), c.req.path)) throw notFound();
    await next();
  });

  app.options('*', (c) => preflightResponse(config, c));

  const table = createRouteTable(app, log, apiPrefix);
  const readCall = createCallReader(context, { ...parts, count: limits.countCall });

  for (const [name, handler] of collect(parts.routes)) {
    const endpoint = endpoints[name];
    const path = apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const respond = async (c: RequestContext) => {
      const call = await readCall(c, name);
      const work = async (hasWaited = false) => {
        // The session or the plan may have ended meanwhile.
        if (hasWaited) await call.requireAccess();
        const reply = await withTimeBudget(PROVIDER_BUDGET_MS, () => handler(context, call));
        return jsonResponse(reply, c.req.raw.headers);
      };
      if (call.caller === null) return work();
      const { userId } = call.caller;
      const isSent = () =>
        whenSent(c.env.outgoing, {
          responseMs: parts.responseMs,
          onAborted: () => log.warn('response-aborted', { requestId: c.get('requestId'), userId }),
        });
      return concurrency.run(`${userId} ${endpoint.bodyFormat === 'multipart'}`, work, isSent);
    };
    table.add(endpoint.method, path, respond);
    if (alsoByPost.has(name)) table.add('POST', path, respond);
  }

  for (const [route, handler] of collectOther(parts, config.production)) {
    const [method = '', path = ''] = route.split(' ');
    const access = parts.access[route];
    table.add(method, path, async (c) => {
      const header = (name: string) => c.req.header(name);
      if (access === 'local' && !isLocalRequest(config, { peer: peerOf(c), header })) throw notFound();
      const caller = access === 'member' ? await readCaller(context, header) : null;
      if (access === 'member') checkAccess('member', caller, clock.now());
      const address = addressOf(c, config.trustProxy);
      await limits.countCall(caller, address);
      if (path.startsWith(mediaPrefix)) limits.countMedia(address);
      return withTimeBudget(PROVIDER_BUDGET_MS, () =>
        handler(context, {
          request: c.req.raw,
          url: new URL(c.req.url),
          params: c.req.param(),
          address,
          caller,
          readBytes: (max) => readBytes(c.req.raw, max, parts.smallBodyMs),
          readJson: () => readJson(c.req.raw, parts.smallBodyMs),
          sendFile: (file, headers) => sendFile(c.req.raw, { file, headers, ...sendingTo(c) }),
        }),
      );
    });
  }
  table.rejectOtherMethods();

  function sendingTo(c: RequestContext): DownloadLimits {
    return {
      begin: () => downloads.begin(addressOf(c, config.trustProxy)),
      nextPartMs: parts.nextPartMs,
      disconnect: (reason) => {
        log.warn('download-aborted', { requestId: c.get('requestId'), reason });
        c.env.outgoing?.destroy();
      },
    };
  }

  app.notFound(async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && !/^\/(?:api|dev|media)(?:\/|$)/.test(pathname);
    if (!isPage || parts.site === null) return errorResponse(notFound(), c.get('requestId'), log);
    c.set('route', 'site');
    return parts.site.respond({
      pathname,
      search,
      headers: c.req.raw.headers,
      policyOf: (inline) => sitePolicy(config, inline).enforced,
    });
  });
  app.onError((error, c) => errorResponse(error, c.get('requestId'), log));
  return app;
}

/** Gives each request its id, its trace and a line in the log, and each response its headers. */
function answerRequests({ config, log, clock, metrics, tracing }: ServerContext): MiddlewareHandler<Env> {
  const pagePolicy = sitePolicy(config);
  return async (c, next) => {
    const requestId = requestIdOf(c, config.trustProxy);
    const started = performance.now();
    c.set('requestId', requestId);
    const parent = config.trustProxy ? readTraceparent(c.req.header('traceparent')) : undefined;
    const span = tracing.start('request', { parent });
    await inRequest({ requestId, trace: span?.trace }, next);
    setSecurityHeaders(c.res.headers, config.publicUrl, pagePolicy);
    c.res.headers.set('x-request-id', requestId);
    // Clients correct their clock with it.
    c.res.headers.set('date', new Date(clock.now()).toUTCString());
    setCorsHeaders(config, c);
    const { pathname } = new URL(c.req.url);
    const level = pathname.startsWith('/api') || c.res.status >= 500 ? 'info' : 'debug';
    const ms = performance.now() - started;
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route') ?? 'unknown';
    metrics.request({ route, method, status, ms });
    span?.end({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    log[level]('request', {
      requestId,
      method,
      path: pathname.replace(alertPath, '$1[redacted]'),
      status,
      ms: Math.round(ms),
      userId: c.get('userId'),
    });
  };
}

type AnyHandler = Handler<EndpointName>;

function collect(areas: readonly Routes[]): Map<EndpointName, AnyHandler> {
  const all = new Map<EndpointName, AnyHandler>();
  for (const routes of areas) {
    for (const [name, handler] of Object.entries(routes) as [EndpointName, AnyHandler][]) {
      if (!Object.hasOwn(endpoints, name)) throw new TypeError(`The contract has no call named ${name}.`);
      if (all.has(name)) throw new TypeError(`Two areas handle the call ${name}.`);
      all.set(name, handler);
    }
  }
  return all;
}

/** Collects the routes outside the contract; a production server has none below `/dev`. */
function collectOther(
  { otherRoutes, access }: Pick<AppParts, 'otherRoutes' | 'access'>,
  production: boolean,
): Map<string, OtherHandler> {
  const all = new Map<string, OtherHandler>();
  for (const routes of otherRoutes) {
    for (const [route, handler] of Object.entries(routes)) {
      if (!Object.hasOwn(access, route)) throw new TypeError(`No access table has a row for ${route}.`);
      const isLocal = access[route] === 'local';
      if (isLocal !== / \/dev(?:\/|$)/.test(route))
        throw new TypeError(`The access of ${route} is wrong: routes below /dev are local, and no others.`);
      if (all.has(route)) throw new TypeError(`Two areas handle ${route}.`);
      if (handler !== undefined && !(isLocal && production)) all.set(route, handler);
    }
  }
  return all;
}

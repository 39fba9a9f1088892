import { randomUUID } from 'node:crypto';
import { type EndpointName, endpoints } from '@openbell/core/contract';
import { Hono } from 'hono';
import { type OtherRoute, otherRoutes as otherAccess } from './access.ts';
import type { ServerContext } from './context.ts';
import { createCallReader } from './http/call-reader.ts';
import { createConcurrencyLimit } from './http/concurrency-limit.ts';
import { answerPreflight, setCorsHeaders } from './http/cors.ts';
import { createDownloads } from './http/downloads.ts';
import { errorAnswer } from './http/error-answer.ts';
import { notFound } from './http/http-error.ts';
import { jsonAnswer } from './http/json-answer.ts';
import { isLocalRequest } from './http/local-request.ts';
import { isElsewhere } from './http/origins.ts';
import type { OtherHandler, OtherRoutes } from './http/other-route.ts';
import { readBytes, readJson } from './http/read-json.ts';
import { addressOf, type Env, peerOf, type RequestContext } from './http/request-context.ts';
import type { Handler, OwnSchemas, Routes } from './http/route.ts';
import { createRouteTable } from './http/route-table.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { type FileSending, sendFile } from './http/send-file.ts';
import { sitePolicy } from './http/site-policy.ts';
import type { StaticSite } from './http/static-site.ts';
import { PROVIDER_BUDGET_MS, withTimeBudget } from './providers/time-budget.ts';
import { createCallLimits } from './security/call-limits.ts';
import { CALLS_AT_ONCE } from './security/limits.ts';
import { checkAccess, readCaller } from './sessions/caller.ts';

export interface AppParts {
  readonly routes: readonly Routes[];
  readonly ownSchemas: OwnSchemas;
  readonly otherRoutes: readonly OtherRoutes[];
  /** The built web app; null when it has not been built. */
  readonly site: StaticSite | null;
  /** Folder of uploads in progress. */
  readonly temporary: string;
  /** Time limit of a small body in milliseconds. */
  readonly smallBodyMs: number;
  /** Time in milliseconds that a client may take to read the next part of a file. */
  readonly nextPartMs: number;
}

const apiPrefix = '/api';
const mediaPrefix = '/media/';
/** An alert's code opens it, so the log redacts it like a token. */
const alertPath = /^(\/api\/web\/alert\/).+/;
/** Calls that the contract makes by GET although they change state; the server also accepts POST. */
const changesByGet: ReadonlySet<EndpointName> = new Set(['muteChat', 'unmuteChat']);

/**
 * Assembles the HTTP application. Throws when two areas handle the same call, or when a route has no row in the access
 * table.
 */
export function createApp(context: ServerContext, parts: AppParts): Hono<Env> {
  const app = new Hono<Env>();
  const { config, log, clock } = context;
  const pagePolicy = sitePolicy(config);
  const limits = createCallLimits(context);
  const downloads = createDownloads();
  const concurrency = createConcurrencyLimit(CALLS_AT_ONCE);

  app.use(async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    await next();
    setSecurityHeaders(c.res.headers, config.publicUrl, pagePolicy);
    c.res.headers.set('x-request-id', requestId);
    // Clients set their clock by it.
    c.res.headers.set('date', new Date(clock.now()).toUTCString());
    setCorsHeaders(config, c);
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

  // The media origin serves chat media and nothing else; no other origin serves them.
  app.use(async (c, next) => {
    if (isElsewhere(config, c.req.header('host'), c.req.path)) throw notFound();
    await next();
  });

  app.options('*', (c) => answerPreflight(config, c));

  const table = createRouteTable(app, log, apiPrefix);
  const readCall = createCallReader(context, { ...parts, count: limits.countCall });

  for (const [name, handler] of collect(parts.routes)) {
    const endpoint = endpoints[name];
    const path = apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const answer = async (c: RequestContext) => {
      const call = await readCall(c, name);
      const work = async () => {
        const reply = await withTimeBudget(PROVIDER_BUDGET_MS, () => handler(context, call));
        return jsonAnswer(reply, c.req.raw.headers);
      };
      if (call.caller === null) return work();
      return concurrency.run(`${call.caller.userId} ${endpoint.bodyFormat === 'multipart'}`, work);
    };
    table.add(endpoint.method, path, answer);
    if (changesByGet.has(name)) table.add('POST', path, answer);
  }

  for (const [route, handler] of collectOther(parts.otherRoutes, config.production)) {
    const [method = '', path = ''] = route.split(' ');
    const needed = otherAccess[route];
    table.add(method, path, async (c) => {
      const header = (name: string) => c.req.header(name);
      if (needed === 'local' && !isLocalRequest(config, { peer: peerOf(c), header })) throw notFound();
      const caller = needed === 'member' ? await readCaller(context, header) : null;
      if (needed === 'member') checkAccess('member', caller, clock.now());
      const address = addressOf(c, config.trustProxy);
      limits.countCall(caller, address);
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
  table.close();

  function sendingTo(c: RequestContext): FileSending {
    return {
      begin: () => downloads.begin(addressOf(c, config.trustProxy)),
      nextPartMs: parts.nextPartMs,
      hangUp: (reason) => {
        log.warn('download-cut', { requestId: c.get('requestId'), reason });
        c.env.outgoing?.destroy();
      },
    };
  }

  app.notFound(async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && !/^\/(?:api|dev|media)(?:\/|$)/.test(pathname);
    if (!isPage || parts.site === null) return errorAnswer(notFound(), c.get('requestId'), log);
    return parts.site.answer({
      pathname,
      search,
      headers: c.req.raw.headers,
      policyOf: (inline) => sitePolicy(config, inline).enforced,
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
      if (all.has(name)) throw new TypeError(`Two areas answer the call ${name}.`);
      all.set(name, handler);
    }
  }
  return all;
}

/** Collects the routes outside the contract; a production server has none below `/dev`. */
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

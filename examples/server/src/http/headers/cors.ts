import type { Config } from '../../config.ts';
import type { RequestContext } from '../request-context.ts';
import { isAllowedOrigin } from './origins.ts';

/** Adds the CORS headers of a response if the origin is allowed. */
export function setCorsHeaders(config: Config, c: RequestContext): void {
  c.res.headers.append('vary', 'Origin');
  const origin = allowedOrigin(config, c);
  if (origin === null) return;
  c.res.headers.set('access-control-allow-origin', origin);
  c.res.headers.set('access-control-expose-headers', 'Date, Retry-After, X-Request-Id');
}

/** Responds to a preflight request: 204, or 403 if the origin is not allowed. */
export function preflightResponse(config: Config, c: RequestContext): Response {
  if (allowedOrigin(config, c) === null) return c.body(null, 403, { 'cache-control': 'no-store' });
  return c.body(null, 204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-max-age': '600',
  });
}

function allowedOrigin(config: Config, c: RequestContext): string | null {
  const origin = c.req.header('origin');
  return origin !== undefined && isAllowedOrigin(config, origin, c.req.header('host')) ? origin : null;
}

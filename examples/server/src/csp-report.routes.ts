// Receives reports of the site's Content-Security-Policy (ASVS 3.4.7, docs/decisions/0028-trusted-types.md).
import type { ServerContext } from './context.ts';
import { HttpError } from './http/http-error.ts';
import { parseJsonBytes } from './http/request/read-json.ts';
import { defineOtherRoutes, type OtherRoutes } from './routes.ts';
import { readCspReports } from './security/csp-report.ts';
import { limitKey, limits, tooManyRequests } from './security/limits.ts';
import { createMemoryLimits } from './security/memory-limits.ts';

/** Maximum size of a body in bytes. Browsers send a few reports at once. */
const bodyLimit = 64 * 1024;

/** Logs each report. Reports are anonymous, so the limits are counted in memory, without a query. */
export function cspReportRoutes(): OtherRoutes {
  const hits = createMemoryLimits();

  /** Counts a report. Throws 429 beyond the limits, which is not logged, as a flood would fill the log. */
  function count({ config, clock }: Pick<ServerContext, 'config' | 'clock'>, address: string): void {
    if (!config.rateLimits) return;
    for (const [name, who] of [['csp-report.address', address] as const, ['csp-report.all', ''] as const]) {
      const result = hits.hit(limitKey(name, who), limits[name], clock.now());
      if (!result.allowed) throw tooManyRequests(name, result.retryAfter);
    }
  }

  return defineOtherRoutes({
    'POST /api/csp-reports': async (context, { request, address, readBytes }) => {
      // A request without a report counts too.
      count(context, address);
      const type = request.headers.get('content-type') ?? '';
      if (!/^application\/(?:csp-report|reports\+json)\s*(?:;|$)/i.test(type))
        throw new HttpError(415, 'Send a Content-Security-Policy report.');
      const body = parseJsonBytes(await readBytes(bodyLimit));
      for (const [index, violation] of readCspReports(body, context.config.publicUrl).entries()) {
        if (index > 0) count(context, address);
        context.log.warn('csp-violation', { ...violation });
      }
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    },
  });
}

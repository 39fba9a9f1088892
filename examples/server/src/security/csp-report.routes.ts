// Where browsers tell what the site's policy has stopped (ASVS 3.4.7, docs/decisions/0028-trusted-types.md).
import { HttpError } from '../http/http-error.ts';
import { defineOtherRoutes, type OtherRoutes } from '../http/other-route.ts';
import { readCspReports } from './csp-report.ts';
import { limitKey, limits, tooMany } from './limits.ts';
import { createMemoryLimits } from './memory-limits.ts';

/** A few reports; browsers send no more than a handful at once. */
const longest = 64 * 1024;

/**
 * Reports go to the log, one line each. They are no calls of anybody signed in, and counted in memory: a stranger who posts
 * here costs no query, and fills the log no faster than the limits say.
 */
export function cspReportRoutes(): OtherRoutes {
  const counted = createMemoryLimits();
  return defineOtherRoutes({
    'POST /api/csp-reports': async ({ config, clock, log }, { request, address, readBytes }) => {
      if (config.rateLimits) {
        for (const [name, who] of [
          ['csp-report.address', address] as const,
          ['csp-report.all', ''] as const,
        ]) {
          const share = counted.take(limitKey(name, who), limits[name], clock.now());
          // Said nowhere: who floods this would fill the log with it.
          if (!share.allowed) throw tooMany(name, share.retryAfter);
        }
      }
      const type = request.headers.get('content-type') ?? '';
      if (!/^application\/(?:csp-report|reports\+json)\s*(?:;|$)/i.test(type))
        throw new HttpError(415, 'Send a report of a content security policy.');
      const violations = readCspReports(parsed(await readBytes(longest)), config.publicUrl);
      for (const violation of violations) log.warn('csp-violation', { ...violation });
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    },
  });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
}

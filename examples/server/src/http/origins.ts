import type { Config } from '../config.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

function parse(origin: string): URL | null {
  try {
    const url = new URL(origin);
    return url.origin === origin ? url : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether a page of `origin` may use the API and the sockets: the site and the configured origins. The loopback
 * names are one site; in production only if the site itself is on loopback. `host` is the `Host` header.
 */
export function isAllowedOrigin(config: Config, origin: string, host: string | undefined): boolean {
  const from = parse(origin);
  if (from === null) return false;
  if (origin === parse(config.publicUrl)?.origin || config.allowedOrigins.includes(origin)) return true;
  // Behind a proxy that rewrites `Host`, a page on the member's own machine would pass for the site.
  const own = parse(config.publicUrl);
  if (config.production && (own === null || !loopback.has(own.hostname))) return false;
  return (
    from.protocol === 'http:' &&
    loopback.has(from.hostname) &&
    host !== undefined &&
    isLoopbackHost(host, from.port)
  );
}

function isLoopbackHost(host: string, port: string): boolean {
  const own = parse(`http://${host}`) ?? parse(`http://${host.replace(/:80$/, '')}`);
  return own !== null && loopback.has(own.hostname) && own.port === port;
}

/** Returns whether `Host` names this machine or the site; against DNS rebinding. */
export function isOwnHost(config: Config, host: string | undefined): boolean {
  const own = host === undefined ? null : parse(`http://${host}`);
  if (own === null) return false;
  return loopback.has(own.hostname) || own.host === parse(config.publicUrl)?.host;
}

/** Returns whether another origin serves `path`: chat media may have an origin of their own. */
export function isElsewhere(
  { mediaOrigin }: Pick<Config, 'mediaOrigin'>,
  host: string | undefined,
  path: string,
): boolean {
  const own = mediaOrigin === null ? null : parse(mediaOrigin);
  if (own === null || path === '/healthz') return false;
  const isMedia = path.startsWith('/media/chat/');
  return isMedia !== (host === own.host);
}

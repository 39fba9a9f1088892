import type { Config } from '../../config.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

function parseOrigin(text: string): URL | null {
  const url = URL.parse(text);
  return url?.origin === text ? url : null;
}

/**
 * Returns whether pages of `origin` may use the API and the sockets: the site and the configured origins. All loopback names
 * are allowed; in production only if the site itself is on loopback. `host` is the `Host` header.
 */
export function isAllowedOrigin(config: Config, origin: string, host: string | undefined): boolean {
  const from = parseOrigin(origin);
  if (from === null) return false;
  if (origin === parseOrigin(config.publicUrl)?.origin || config.allowedOrigins.includes(origin)) return true;
  // Otherwise, behind a proxy that rewrites `Host`, a page on the member's own machine would be allowed.
  const parsed = parseOrigin(config.publicUrl);
  if (config.production && (parsed === null || !loopback.has(parsed.hostname))) return false;
  return (
    from.protocol === 'http:' &&
    loopback.has(from.hostname) &&
    host !== undefined &&
    isLoopbackHost(host, from.port)
  );
}

function isLoopbackHost(host: string, port: string): boolean {
  const parsed = parseOrigin(`http://${host}`) ?? parseOrigin(`http://${host.replace(/:80$/, '')}`);
  return parsed !== null && loopback.has(parsed.hostname) && parsed.port === port;
}

/** Returns whether `Host` is this machine or the site, against DNS rebinding. */
export function isOwnHost(config: Config, host: string | undefined): boolean {
  const parsed = host === undefined ? null : parseOrigin(`http://${host}`);
  if (parsed === null) return false;
  return loopback.has(parsed.hostname) || parsed.host === parseOrigin(config.publicUrl)?.host;
}

/** Returns whether another origin serves `path`: the media origin serves chat media only, and no other origin does. */
export function isOnOtherOrigin(
  { mediaOrigin }: Pick<Config, 'mediaOrigin'>,
  host: string | undefined,
  path: string,
): boolean {
  const parsed = mediaOrigin === null ? null : parseOrigin(mediaOrigin);
  if (parsed === null || path === '/healthz' || path === '/readyz') return false;
  const isMedia = path.startsWith('/media/chat/');
  return isMedia !== (host === parsed.host);
}

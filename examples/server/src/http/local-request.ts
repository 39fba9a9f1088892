import type { Config } from '../config.ts';
import { isOwnHost } from './origins.ts';

/** What a proxy on this machine adds for the client that it speaks for. */
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;
const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

/** Where a request comes from, and the name that it asks for. */
export interface RequestOrigin {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  readonly header: (name: string) => string | undefined;
}

/**
 * Whether a request was made on this machine for this site: what `/dev` requires. The connection and every address that a
 * proxy forwards must be loopback, and `Host` must name the site, so that a rebound DNS name gets nothing.
 */
export function isLocalRequest(config: Config, { peer, header }: RequestOrigin): boolean {
  const forwarded = forwardingHeaders.flatMap((name) => header(name)?.split(',') ?? []);
  const addresses = [peer ?? '', ...forwarded.map((address) => address.trim())];
  return addresses.every((address) => loopbackAddress.test(address)) && isOwnHost(config, header('host'));
}

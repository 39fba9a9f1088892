import type { Config } from '../../config.ts';
import { isOwnHost } from '../headers/origins.ts';
import { forwardedAddress } from './client-address.ts';

/** Headers that a proxy adds for its client. */
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;
const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

interface RequestOrigin {
  /** The remote address of the connection. */
  readonly peer: string | undefined;
  readonly header: (name: string) => string | undefined;
}

/**
 * Returns whether a request is from this machine, as `/dev` requires. The connection and all forwarded addresses must be
 * loopback. `Host` must be the site or this machine, against DNS rebinding.
 */
export function isLocalRequest(config: Config, { peer, header }: RequestOrigin): boolean {
  const forwarded = forwardingHeaders.flatMap((name) => header(name)?.split(',') ?? []);
  const addresses = [peer ?? '', ...forwarded.map((entry) => forwardedAddress(entry) ?? entry)];
  return addresses.every((address) => loopbackAddress.test(address)) && isOwnHost(config, header('host'));
}

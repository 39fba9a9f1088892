import { isIP } from 'node:net';

interface AddressSources {
  /** The remote address of the connection. */
  readonly peer: string | undefined;
  /** The header `X-Forwarded-For`. */
  readonly forwarded: string | undefined;
  /** Whether the connection is from our proxy (`TRUST_PROXY`), which appends an entry to the header. */
  readonly trustProxy: boolean;
}

/**
 * Returns the IP address in an entry of a forwarding header, without the port, brackets, quotes and zone that proxies
 * write; undefined when there is none.
 */
export function forwardedAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = host.replace(/%.*$/s, '');
  return isIP(address) === 0 ? undefined : address;
}

/** Returns the client's IP address, for rate limits. Uses only the entry of our own proxy, as clients can forge the header. */
export function clientAddress({ peer, forwarded, trustProxy }: AddressSources): string {
  const entry = trustProxy ? forwarded?.split(',').at(-1) : undefined;
  return forwardedAddress(entry ?? '') ?? peer ?? 'unknown';
}

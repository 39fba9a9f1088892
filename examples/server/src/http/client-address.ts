import { isIP } from 'node:net';

interface AddressSources {
  /** The remote address of the connection. */
  readonly peer: string | undefined;
  /** The header `X-Forwarded-For`. */
  readonly forwarded: string | undefined;
  /** Whether the connection is from our proxy (`TRUST_PROXY`), which appends an entry to the header. */
  readonly trustProxy: boolean;
}

/** Returns the client's IP address, for rate limits. Uses only the entry of our own proxy, as clients can forge the header. */
export function clientAddress({ peer, forwarded, trustProxy }: AddressSources): string {
  const entry = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return entry !== undefined && isIP(entry) !== 0 ? entry : (peer ?? 'unknown');
}

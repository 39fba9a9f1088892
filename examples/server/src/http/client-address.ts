import { isIP } from 'node:net';

export interface AddressFacts {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The header `X-Forwarded-For`. */
  readonly forwarded: string | undefined;
  /** Whether the other end is our proxy (`TRUST_PROXY`), which adds the last entry of the header. */
  readonly trustProxy: boolean;
}

/**
 * Returns the network address that limits count by. Clients can forge the header, so only the entry that our own proxy
 * added is used (ASVS 4.1.3).
 */
export function clientAddress({ peer, forwarded, trustProxy }: AddressFacts): string {
  const added = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return added !== undefined && isIP(added) !== 0 ? added : (peer ?? 'unknown');
}

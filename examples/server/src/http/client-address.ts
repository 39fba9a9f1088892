import { isIP } from 'node:net';

/** What a request says of where it comes from. */
export interface AddressFacts {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The header `X-Forwarded-For`, as it came. */
  readonly forwarded: string | undefined;
  /** Whether the other end is a proxy of ours (`TRUST_PROXY`), so that the header's last entry is its own. */
  readonly trustProxy: boolean;
}

/**
 * The network address that throttles count by. Anybody can write the header, so it counts only behind a proxy that is
 * ours, and then only the entry that this proxy has added; one that is no address counts as none (ASVS 4.1.3).
 */
export function clientAddress({ peer, forwarded, trustProxy }: AddressFacts): string {
  const added = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return added !== undefined && isIP(added) !== 0 ? added : (peer ?? 'unknown');
}

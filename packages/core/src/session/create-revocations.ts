import type { ApiClient } from '../api-client/index.ts';
import { logoutEndpoint } from '../contract/index.ts';
import { isUnconfirmed } from './session.rules.ts';

/** Ends sessions on the server. */
export interface Revocations {
  /** Resolves with the server's answer; an unconfirmed revocation stays pending, in memory only. */
  revoke(token: string): Promise<void>;
  retryPending(): void;
  clear(): void;
}

export function createRevocations(api: Pick<ApiClient, 'request'>): Revocations {
  const pending = new Set<string>();
  async function revoke(token: string): Promise<void> {
    pending.delete(token);
    if (isUnconfirmed(await api.request(logoutEndpoint, { token, keepalive: true }))) pending.add(token);
  }
  return {
    revoke,
    retryPending() {
      for (const token of pending) void revoke(token);
    },
    clear: () => pending.clear(),
  };
}

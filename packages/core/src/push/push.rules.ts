import type { User } from '../contract/index.ts';
import type { NotificationsPermission } from '../ports/index.ts';
import type { SessionState } from '../session/index.ts';
import { epochOf } from '../shared/session-epoch.ts';
import type { PushRecord } from './push.storage.ts';
import type { PushState } from './push.types.ts';

/**
 * Whether the token has to be sent: it is new, older than `renewAfter`, or another member's. A date that is missing or in
 * the future counts as expired.
 */
export function isTokenDue(
  record: PushRecord | null,
  present: { readonly userId: number; readonly token: string | null; readonly now: number },
  renewAfter: number,
): boolean {
  if (record === null || present.token === null) return true;
  if (record.userId !== present.userId || record.token !== present.token) return true;
  const age = present.now - record.at;
  return !(age >= 0 && age < renewAfter);
}

/** The state without a registration; null when permission is granted, because the token decides then. */
export function restingState(isSupported: boolean, permission: NotificationsPermission): PushState | null {
  if (!isSupported || permission === 'unsupported') return { status: 'unsupported' };
  if (permission === 'denied') return { status: 'blocked' };
  return permission === 'default' ? { status: 'off' } : null;
}

/** The member, once the profile has loaded. */
export function loadedUser(state: SessionState): User | null {
  return state.status === 'signed-in' && state.profile === 'loaded' ? state.user : null;
}

/** A key that changes with the member and their notification setting, but not with a refreshed profile. */
export function identityOf(state: SessionState): string {
  return `${state.status} ${epochOf(state)} ${loadedUser(state)?.push_notification}`;
}

import type { PushRecord } from './push.storage.ts';

/**
 * Whether the token has to be sent: none was, it is seven days old, it was somebody else's, or the subscription's details
 * have changed. A date that is missing, unreadable or in the future counts as expired.
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

/**
 * The advisory locks of a database. Add new ones at the end: the place in this list is the lock's number, so that two locks
 * cannot share one, and processes of different versions must agree on it.
 */
const locks = ['migrations', 'options-feed', 'sandbox-cards', 'sandbox-wallet'] as const;
/** An arbitrary constant, the same in every process. */
const FIRST = 7_203_941;

/** Returns the number of an advisory lock of PostgreSQL. */
export function lockKey(name: (typeof locks)[number]): number {
  return FIRST + locks.indexOf(name);
}

import type { Db } from './database.ts';
import { databaseCode } from './error-code.ts';

/** Codes of serialization failures and deadlocks. */
const GIVEN_UP = new Set(['40001', '40P01']);
/** Number of retries; then the error is thrown (503). */
const RETRIES = 3;

/** Runs the work and retries it after serialization failures and deadlocks. */
export async function retryGivenUp<T>(work: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !GIVEN_UP.has(databaseCode(error) ?? '')) throw error;
    }
  }
}

/** Returns the database with retried transactions. Their functions must have no effects outside of `tx`. */
export function withRetries(db: Db): Db {
  const once = db.transaction.bind(db);
  db.transaction = (work, config) => retryGivenUp(() => once(work, config));
  return db;
}

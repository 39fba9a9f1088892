import type { Db } from './database.ts';
import { databaseCode } from './error-code.ts';

/** Codes of serialization failures and deadlocks. */
const RETRYABLE = new Set(['40001', '40P01']);
/** After this many retries the error is thrown (503). */
const RETRIES = 3;

/** Runs the work and retries it after serialization failures and deadlocks. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !RETRYABLE.has(databaseCode(error) ?? '')) throw error;
    }
  }
}

/** Makes `db.transaction` retry. The transaction's function must have no side effects outside of `tx`. */
export function withRetries(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => retryConflicts(() => transaction(work, config));
  return db;
}

import type { Db } from './database.ts';
import { databaseCode } from './error-code.ts';

/** What the database gives up so that another transaction can go on: a serialization failure, a deadlock. */
const GIVEN_UP = new Set(['40001', '40P01']);
/** How often a transaction that was given up is begun anew; then who asked hears 503. */
const RETRIES = 3;

/** Does the work, and again while the database gives it up. Anything else that it throws goes through at once. */
export async function retryGivenUp<T>(work: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !GIVEN_UP.has(databaseCode(error) ?? '')) throw error;
    }
  }
}

/**
 * The same database, whose transactions are begun anew when they were given up. What a transaction does is rolled back as
 * a whole, so nothing happens twice, as long as its function touches nothing but its `tx`.
 */
export function withRetries(db: Db): Db {
  const once = db.transaction.bind(db);
  db.transaction = (work, config) => retryGivenUp(() => once(work, config));
  return db;
}

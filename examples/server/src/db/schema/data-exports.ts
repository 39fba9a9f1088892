// Exports of a user's data. The constraints are in migrations/0017-data-exports.sql.
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row per requested export, until it expires. It runs while `failedAt` and `readyAt` are null. */
export const dataExports = pgTable('data_exports', {
  /** 32 hexadecimal digits, also the name of the stored file. */
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  requestedAt: instant('requested_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** While an attempt runs, the time at which another process may try. */
  nextAttemptAt: instant('next_attempt_at').notNull(),
  failedAt: instant('failed_at'),
  readyAt: instant('ready_at'),
  expiresAt: instant('expires_at'),
});

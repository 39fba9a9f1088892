// Push subscriptions of devices, and queued messages. The constraints are in migrations/0006-profile-push.sql.
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** One row per browser, with its user and session. */
export const pushTokens = pgTable('push_tokens', {
  id: id(),
  userId: integer('user_id').notNull(),
  sessionId: integer('session_id').notNull(),
  /** Hexadecimal hash of the push endpoint or the opaque token. */
  placeSha256: text('place_sha256').notNull(),
  /** A `PushSubscription` as JSON, or an opaque token. */
  token: text('token').notNull(),
  createdAt: instant('created_at').notNull(),
  refreshedAt: instant('refreshed_at').notNull(),
});

/** The event of a notification: ids only, never content. */
export type PushAbout =
  | { readonly kind: 'message'; readonly chatId: number; readonly messageId: number }
  | { readonly kind: 'alert'; readonly alertId: number };

/** Events whose recipients have not been chosen yet. */
export const pushNews = pgTable('push_news', {
  key: text('key').primaryKey(),
  about: jsonb('about').$type<PushAbout>().notNull(),
  dueAt: instant('due_at').notNull(),
});

/** A queued push message for one device. */
export const pushJobs = pgTable('push_jobs', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tokenId: integer('token_id').notNull(),
  topic: text('topic').notNull(),
  /** JSON for the service worker. */
  payload: text('payload').notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

// Where devices take push messages, and messages on their way. The constraints are in migrations/0006-profile-push.sql.
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** One row a browser: who is signed in there, and by which sign-in. */
export const pushTokens = pgTable('push_tokens', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  userId: integer('user_id').notNull(),
  sessionId: integer('session_id').notNull(),
  /** Hexadecimal digest of the push service's address, or of an opaque token. */
  placeSha256: text('place_sha256').notNull(),
  /** A `PushSubscription` as JSON, or an opaque token. */
  token: text('token').notNull(),
  createdAt: instant('created_at').notNull(),
  refreshedAt: instant('refreshed_at').notNull(),
});

/** What there is to tell: ids only, never content. */
export type PushAbout =
  | { readonly kind: 'message'; readonly chatId: number; readonly messageId: number }
  | { readonly kind: 'alert'; readonly alertId: number };

/** News that waits until it is decided whom to tell. */
export const pushNews = pgTable('push_news', {
  key: text('key').primaryKey(),
  about: jsonb('about').$type<PushAbout>().notNull(),
  dueAt: instant('due_at').notNull(),
});

/** A message on its way to one device. */
export const pushJobs = pgTable('push_jobs', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tokenId: integer('token_id').notNull(),
  topic: text('topic').notNull(),
  /** JSON, as the service worker reads it. */
  payload: text('payload').notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { id, instant } from './columns.ts';

export const passkeys = pgTable('passkeys', {
  id: id(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base64url, as is the public key (COSE). */
  credentialId: text('credential_id').notNull().unique(),
  publicKey: text('public_key').notNull(),
  /** Of the last use. Usually 0 for passkeys that are synchronized between devices. */
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: jsonb('transports').$type<readonly string[]>().notNull(),
  /** The name of the password manager, or empty. */
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

/** Challenges that wait for the response of a passkey. A used one is deleted. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose').$type<'add' | 'sign-in' | 'prove'>().notNull(),
  /** Null for a sign-in. */
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
});

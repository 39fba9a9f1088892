import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { id, instant } from './columns.ts';

/** Identities at Google and Facebook. `(provider, subject)` and `(userId, provider)` are unique. */
export const identities = pgTable('identities', {
  id: id(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  provider: text('provider').$type<'google' | 'facebook'>().notNull(),
  /** The provider's permanent id of the user. */
  subject: text('subject').notNull(),
  /** The address at the provider when the account was connected. */
  email: text('email'),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
});

/** Social sign-ins with a solved captcha and a valid credential that need another field. */
export const socialWaiting = pgTable(
  'social_waiting',
  {
    provider: text('provider').$type<'google' | 'facebook'>().notNull(),
    subject: text('subject').notNull(),
    beganAt: instant('began_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

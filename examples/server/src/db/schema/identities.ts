import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** People's accounts at Google and Facebook. `(provider, subject)` is unique, and so is `(userId, provider)`. */
export const identities = pgTable('identities', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  provider: text('provider').$type<'google' | 'facebook'>().notNull(),
  /** The provider's own number for the person: it never changes and is never given to anybody else. */
  subject: text('subject').notNull(),
  /** The address that the provider gave when the account was connected. */
  email: text('email'),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
});

/** Social sign-ins whose challenge is solved and whose credential is good, and that wait for something of the person. */
export const socialWaiting = pgTable(
  'social_waiting',
  {
    provider: text('provider').$type<'google' | 'facebook'>().notNull(),
    subject: text('subject').notNull(),
    beganAt: instant('began_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

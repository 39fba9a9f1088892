import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The authenticator app of a user. It counts once it is confirmed. */
export const authenticators = pgTable('authenticators', {
  userId: userId().primaryKey(),
  /** Encrypted, see factors/encrypt-secret.ts. */
  secret: text('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHmac: text('code_hmac').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHmac] })],
);

/** Sign-ins with a right password that wait for a code. */
export const secondStepWaiting = pgTable('second_step_waiting', {
  userId: userId().primaryKey(),
  beganAt: instant('began_at').notNull(),
});

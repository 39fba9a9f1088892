import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The one live password-reset code of an address. Unknown addresses have rows as well, whose code nobody was sent, so
 * that the same work is done for both.
 */
export const otpCodes = pgTable('otp_codes', {
  /** HMAC of the lower-cased address. */
  addressKey: text('address_key').primaryKey(),
  /** Null for an unknown address. */
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** HMAC of address and code: six digits alone would be guessed from any plain digest. */
  codeHmac: text('code_hmac').notNull(),
  /** Failed tries, by verifying and by resetting together. */
  attempts: integer('attempts').notNull().default(0),
  verifiedAt: instant('verified_at'),
  /** Of the token that the newest verification gave: it stands for the code at the reset. */
  resetTokenSha256: text('reset_token_sha256'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

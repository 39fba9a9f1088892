import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

/** One-time codes by address. Unknown addresses have rows too, so that both take the same work. */
export const otpCodes = pgTable('otp_codes', {
  /** HMAC of the lower-cased address. */
  addressKey: text('address_key').primaryKey(),
  /** Null for an unknown address. */
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** HMAC of address and code: a plain digest of six digits can be reversed. */
  codeHmac: text('code_hmac').notNull(),
  /** HMAC of the network that requested the code, or verified it last. Empty for codes of earlier versions. */
  networkHmac: text('network_hmac').notNull().default(''),
  /** Failed attempts to verify or reset. */
  attempts: integer('attempts').notNull().default(0),
  verifiedAt: instant('verified_at'),
  /** Hash of the token that replaces the code at the reset. */
  resetTokenSha256: text('reset_token_sha256'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

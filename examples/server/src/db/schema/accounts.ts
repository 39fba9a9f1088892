import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const id = () => integer('id').generatedAlwaysAsIdentity().primaryKey();

/** Key-value state of this installation, such as generated keys. */
export const appState = pgTable('app_state', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** Users. The e-mail is unique ignoring case; social accounts have no password hash. */
export const users = pgTable('users', {
  id: id(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  /** E.164. */
  phone: text('phone'),
  about: text('about').notNull().default(''),
  dp: text('dp'),
  pushNotification: boolean('push_notification').notNull().default(false),
  emailNotification: boolean('email_notification').notNull().default(true),
  /** argon2id, in PHC form. */
  passwordHash: text('password_hash'),
  /** End of the paid access; null when there never was a plan. Billing derives it when a subscription changes. */
  expiredAt: instant('expired_at'),
  termsAgreedAt: instant('terms_agreed_at'),
  termsVersion: text('terms_version'),
  termsAgreedIpHmac: text('terms_agreed_ip_hmac'),
  referralCode: text('referral_code'),
  /** Time of the account's deletion; the row contains no personal data afterwards. */
  deletedAt: instant('deleted_at'),
  /** Time of the confirmation of the address; null before. */
  emailVerifiedAt: instant('email_verified_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** One row per sign-in. Only the SHA-256 of the token is stored. */
export const sessions = pgTable('sessions', {
  id: id(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Hexadecimal. */
  tokenSha256: text('token_sha256').notNull(),
  remember: boolean('remember').notNull(),
  /** Of the sign-in; may be empty. */
  userAgent: text('user_agent').notNull().default(''),
  createdAt: instant('created_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  /** Slides with use. */
  idleExpiresAt: instant('idle_expires_at').notNull(),
  /** Never slides. */
  expiresAt: instant('expires_at').notNull(),
});

/** Used challenges, until they expire: each one counts once. */
export const captchaUsed = pgTable('captcha_used', {
  signature: text('signature').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/** Sliding windows: the times (ms since the epoch) of the counted hits of each key. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  hits: bigint('hits', { mode: 'number' }).array().notNull(),
  /** Whether the newest hit was allowed. */
  allowed: boolean('allowed').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Messages from the contact form. */
export const contactMessages = pgTable('contact_messages', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The outbox of mails. */
export const mails = pgTable('mails', {
  id: id(),
  toAddress: text('to_address').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  sentAt: instant('sent_at'),
  lastError: text('last_error'),
});

import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Key-value state of this installation, such as generated keys. */
export const appState = pgTable('app_state', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** Users. The e-mail address is unique ignoring case. Social accounts have no password hash. */
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
  /** End of the paid access, derived from the subscriptions. Null if there never was a plan. */
  expiredAt: instant('expired_at'),
  termsAgreedAt: instant('terms_agreed_at'),
  termsVersion: text('terms_version'),
  termsAgreedIpHmac: text('terms_agreed_ip_hmac'),
  referralCode: text('referral_code'),
  /** When the account was deleted. The row then contains no personal data. */
  deletedAt: instant('deleted_at'),
  /** When the e-mail address was confirmed. Null before. */
  emailVerifiedAt: instant('email_verified_at'),
  /** When the operator banned the user. Null: may sign in. */
  bannedAt: instant('banned_at'),
  /** Until then the user cannot post in chats. */
  mutedUntil: instant('muted_until'),
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
  /** When the user last proved their identity in this session: at first by the sign-in. Null for older sessions. */
  provedAt: instant('proved_at'),
});

/** The networks from which users have signed in. */
export const knownNetworks = pgTable('known_networks', {
  /** HMAC of the user's address and the network. */
  networkHmac: text('network_hmac').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastUsedAt: instant('last_used_at').notNull(),
});

/** Used captchas and social credentials, until they expire. Each one is valid once. */
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

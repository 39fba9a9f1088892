// Chats, members, messages and actions on messages. The constraints are in migrations/0003-chat.sql.
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

const messageId = (name: string) => bigint(name, { mode: 'number' });

/** A group (GR) or personal (PR) chat; the name and image of a personal one are not shown. */
export const chats = pgTable('chats', {
  id: id(),
  chatType: text('chat_type').$type<'GR' | 'PR'>().notNull(),
  name: text('name').notNull(),
  image: text('image'),
  createdAt: instant('created_at').notNull(),
  /** The time of the newest message; null until the first post. */
  lastMessageAt: instant('last_message_at'),
  /** Null: not archived. */
  archivedAt: instant('archived_at'),
});

/** Membership, with the mute and the positions up to which messages were delivered and read. */
export const chatMembers = pgTable(
  'chat_members',
  {
    chatId: integer('chat_id').notNull(),
    userId: integer('user_id').notNull(),
    muted: boolean('muted').notNull().default(false),
    deliveredUpto: messageId('delivered_upto').notNull().default(0),
    readUpto: messageId('read_upto').notNull().default(0),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.userId] })],
);

/** The memberships of archived chats. */
export const archivedChatMembers = pgTable(
  'archived_chat_members',
  {
    chatId: integer('chat_id').notNull(),
    userId: integer('user_id').notNull(),
    muted: boolean('muted').notNull(),
    deliveredUpto: messageId('delivered_upto').notNull(),
    readUpto: messageId('read_upto').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.userId] })],
);

/** The stored type of a message; `TXT` with a file is a text document. */
export type StoredMessageType = 'TXT' | 'IMG' | 'IMGS' | 'VID' | 'AUD' | 'PDF' | 'DOC' | 'ACT';

/** A message. Ids ascend in the order of a chat, as posts to one chat are serialized. */
export const messages = pgTable('messages', {
  id: messageId('id').primaryKey().generatedAlwaysAsIdentity(),
  chatId: integer('chat_id').notNull(),
  senderId: integer('sender_id').notNull(),
  clientId: text('client_id'),
  messageType: text('message_type').$type<StoredMessageType>().notNull(),
  body: text('body').notNull().default(''),
  replyToId: messageId('reply_to_id'),
  forwarded: boolean('forwarded').notNull().default(false),
  unsentAt: instant('unsent_at'),
  createdAt: instant('created_at').notNull(),
});

/** Deliveries beyond a member's `delivered_upto`, until it passes them. */
export const messageDeliveries = pgTable(
  'message_deliveries',
  { messageId: messageId('message_id').notNull(), userId: integer('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] })],
);

/** A file of a message; its bytes are stored outside the database, by its id. */
export const messageFiles = pgTable('message_files', {
  id: text('id').primaryKey(),
  messageId: messageId('message_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  width: integer('width'),
  height: integer('height'),
});

/** Members whom a message mentions. */
export const messageMentions = pgTable(
  'message_mentions',
  { messageId: messageId('message_id').notNull(), userId: integer('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] })],
);

/** One reaction per user and message. */
export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: messageId('message_id').notNull(),
    userId: integer('user_id').notNull(),
    emoji: text('emoji').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] })],
);

/** 'Delete for me'. */
export const messageDeletions = pgTable(
  'message_deletions',
  {
    messageId: messageId('message_id').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] })],
);

/** Reports for review, with the text at that time. */
export const messageReports = pgTable('message_reports', {
  id: id(),
  messageId: messageId('message_id').notNull(),
  userId: integer('user_id').notNull(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null: open. */
  resolvedAt: instant('resolved_at'),
  resolution: text('resolution').$type<'hide' | 'mute' | 'ban' | 'dismiss'>(),
});

/** `user_id` has blocked `blocked_id`, everywhere. */
export const userBlocks = pgTable(
  'user_blocks',
  {
    userId: integer('user_id').notNull(),
    blockedId: integer('blocked_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockedId] })],
);

/** `user_id` has muted `muted_id`, everywhere. */
export const userMutes = pgTable(
  'user_mutes',
  {
    userId: integer('user_id').notNull(),
    mutedId: integer('muted_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mutedId] })],
);

-- Chats, their members, messages and everything that a member does with a message.

create table chats (
  id integer generated always as identity primary key,
  chat_type text not null check (chat_type in ('GR', 'PR')),
  name text not null,
  image text,
  created_at timestamptz not null
);

-- Receipts are two watermarks a member, not a row a message: everything up to the mark was delivered or read.
create table chat_members (
  chat_id integer not null references chats (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  muted boolean not null default false,
  delivered_upto bigint not null default 0,
  read_upto bigint not null default 0,
  joined_at timestamptz not null,
  primary key (chat_id, user_id)
);
create index chat_members_user on chat_members (user_id, chat_id);

create table messages (
  id bigint generated always as identity primary key,
  chat_id integer not null references chats (id) on delete cascade,
  sender_id integer not null references users (id) on delete cascade,
  client_id text,
  message_type text not null check (message_type in ('TXT', 'IMG', 'IMGS', 'VID', 'AUD', 'PDF', 'DOC', 'ACT')),
  body text not null default '',
  reply_to_id bigint references messages (id) on delete set null,
  forwarded boolean not null default false,
  unsent_at timestamptz,
  created_at timestamptz not null,
  -- The same client_id from the same person posts once, however often it is sent.
  unique (sender_id, client_id)
);
create index messages_page on messages (chat_id, id);
create index messages_replies on messages (reply_to_id) where reply_to_id is not null;

-- A message that reached a connected member while older ones of the chat had not: kept until the mark passes it.
create table message_deliveries (
  message_id bigint not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (message_id, user_id)
);
create index message_deliveries_user on message_deliveries (user_id);

create table message_files (
  id text primary key,
  message_id bigint not null references messages (id) on delete cascade,
  position integer not null,
  name text not null,
  mime text not null,
  bytes bigint not null,
  width integer,
  height integer,
  unique (message_id, position)
);

create table message_mentions (
  message_id bigint not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (message_id, user_id)
);

-- One reaction a person on a message.
create table message_reactions (
  message_id bigint not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  emoji text not null,
  created_at timestamptz not null,
  primary key (message_id, user_id)
);

create table message_deletions (
  message_id bigint not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (message_id, user_id)
);
create index message_deletions_user on message_deletions (user_id);

create table message_reports (
  id integer generated always as identity primary key,
  message_id bigint not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- What was reported, as it read then: unsending it later must not empty the report.
  body text not null,
  created_at timestamptz not null,
  unique (message_id, user_id)
);

create table user_blocks (
  user_id integer not null references users (id) on delete cascade,
  blocked_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, blocked_id)
);
create index user_blocks_blocked on user_blocks (blocked_id);

create table user_mutes (
  user_id integer not null references users (id) on delete cascade,
  muted_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, muted_id)
);

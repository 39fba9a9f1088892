-- Accounts that were deleted, and where a person's devices take push messages.

-- A deleted account keeps its row, without anything of the person: messages and bookkeeping still name a member.
alter table users add column deleted_at timestamptz;

-- A token belongs to the sign-in that registered it, and ends with it: log-out, password reset, deleted account.
create table push_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  session_id integer not null references sessions (id) on delete cascade,
  -- Of the push service's address (or of an opaque token): the same browser has one row, whoever uses it.
  place_sha256 text not null unique,
  token text not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index push_tokens_user on push_tokens (user_id, refreshed_at);
create index push_tokens_session on push_tokens (session_id);

-- What members may be told about, until it has been decided whom to tell. The key makes it count once.
create table push_news (
  key text primary key,
  about jsonb not null,
  due_at timestamptz not null
);
create index push_news_due on push_news (due_at);

-- One message on its way to one device.
create table push_jobs (
  id bigint generated always as identity primary key,
  token_id integer not null references push_tokens (id) on delete cascade,
  -- A newer message of the same topic takes the place of one that waits.
  topic text not null,
  payload text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  unique (token_id, topic)
);
create index push_jobs_due on push_jobs (next_attempt_at);

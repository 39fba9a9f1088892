-- Exports of a user's data. The id is random and the name of the stored file.
create table data_exports (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  failed_at timestamptz,
  -- When the mail with the link was queued, and when the link stops working.
  ready_at timestamptz,
  expires_at timestamptz
);
create index data_exports_user on data_exports (user_id, requested_at desc);
-- One running export per user.
create unique index data_exports_running on data_exports (user_id) where ready_at is null and failed_at is null;

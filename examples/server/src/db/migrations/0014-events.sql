-- Events for all processes, written with the change that they announce and deleted after an hour. A reader continues from
-- the oldest transaction that was unfinished at its last read, so that it misses none that commits late.
create table events (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  detail jsonb not null,
  -- Whether its push notification is queued.
  pushed boolean not null default false,
  created_at timestamptz not null default now()
);
create index events_xid on events (xid, id);
-- Running processes and their member sockets. A process that stops writing its row has crashed, and its sockets with it.
create table processes (
  id bigint generated always as identity primary key,
  seen_at timestamptz not null default now()
);
create table open_sockets (
  id bigint generated always as identity primary key,
  process_id bigint not null references processes (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade
);
create index open_sockets_user on open_sockets (user_id, id);
create index open_sockets_process on open_sockets (process_id);

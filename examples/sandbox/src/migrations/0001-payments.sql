-- `if not exists`: earlier versions of the server created these tables.

-- The card sandbox. Times are unix seconds.
create table if not exists sandbox_card_objects (
  id text primary key,
  kind text not null,
  parent text,
  lookup text,
  sequence bigint generated always as identity,
  due_at bigint,
  body jsonb not null,
  hidden jsonb not null default '{}'
);
create index if not exists sandbox_card_objects_kind_idx on sandbox_card_objects (kind, parent, sequence desc);
create index if not exists sandbox_card_objects_due_idx on sandbox_card_objects (due_at) where due_at is not null;
create unique index if not exists sandbox_card_objects_lookup_key on sandbox_card_objects (kind, lookup) where lookup is not null;

create table if not exists sandbox_card_requests (
  key text primary key,
  request_sha256 text not null,
  status integer not null,
  body text not null,
  created_at bigint not null
);

create table if not exists sandbox_card_deliveries (
  event_id text primary key references sandbox_card_objects (id) on delete cascade,
  attempts integer not null default 0,
  next_attempt_at bigint not null,
  delivered_at bigint,
  last_error text
);
create index if not exists sandbox_card_deliveries_open_idx on sandbox_card_deliveries (next_attempt_at) where delivered_at is null;

-- The PayPal sandbox. Times are milliseconds since the epoch.
create table if not exists sandbox_wallet_objects (
  id text primary key,
  kind text not null,
  parent text,
  sequence bigint generated always as identity,
  due_at bigint,
  body jsonb not null,
  hidden jsonb not null default '{}'
);
create index if not exists sandbox_wallet_objects_kind_idx on sandbox_wallet_objects (kind, parent, sequence);
create index if not exists sandbox_wallet_objects_due_idx on sandbox_wallet_objects (due_at) where due_at is not null;

create table if not exists sandbox_wallet_requests (
  key text primary key,
  status integer not null,
  body text not null,
  created_at bigint not null
);

create table if not exists sandbox_wallet_deliveries (
  event_id text primary key references sandbox_wallet_objects (id) on delete cascade,
  attempts integer not null default 0,
  next_attempt_at bigint not null,
  delivered_at bigint,
  last_error text
);
create index if not exists sandbox_wallet_deliveries_open_idx on sandbox_wallet_deliveries (next_attempt_at) where delivered_at is null;

-- The owner's commands: the audit, bans, archived chats, reviewed reports, scheduled alerts, refunds, counted errors.
create table operator_log (
  id bigint generated always as identity primary key,
  operator text not null,
  command text not null,
  arguments jsonb not null,
  dry_run boolean not null,
  -- Null while the command runs, or when the server stopped meanwhile.
  outcome text check (outcome in ('done', 'refused', 'failed')),
  message text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index operator_log_started on operator_log (started_at desc);

-- A banned user cannot sign in; a muted one cannot post in chats until then.
alter table users add column banned_at timestamptz;
alter table users add column muted_until timestamptz;

-- Members of archived chats, so that no query of the chats has to exclude these.
alter table chats add column archived_at timestamptz;
create table archived_chat_members (
  chat_id integer not null references chats (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  muted boolean not null,
  delivered_upto bigint not null,
  read_upto bigint not null,
  joined_at timestamptz not null,
  primary key (chat_id, user_id)
);
create index archived_chat_members_user on archived_chat_members (user_id);

alter table message_reports add column resolved_at timestamptz;
alter table message_reports add column resolution text check (resolution in ('hide', 'mute', 'ban', 'dismiss'));
create index message_reports_open on message_reports (created_at) where resolved_at is null;

create table scheduled_alerts (
  id integer generated always as identity primary key,
  message text not null,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index scheduled_alerts_due on scheduled_alerts (due_at);

-- A plan that the operator granted.
alter table subscriptions drop constraint subscriptions_provider_check;
alter table subscriptions add constraint subscriptions_provider_check
  check (provider in ('stripe', 'paypal', 'manual'));

create table refunds (
  provider_refund_id text primary key,
  invoice_id integer not null references invoices (id) on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null
);
create index refunds_invoice on refunds (invoice_id);

-- Logged errors by kind, for the weekly digest.
create table error_counts (
  day date not null,
  event text not null,
  count integer not null,
  primary key (day, event)
);

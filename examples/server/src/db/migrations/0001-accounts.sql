create table app_state (
  key text primary key,
  value text not null
);

create table users (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  phone text,
  about text not null default '',
  dp text,
  push_notification boolean not null default false,
  email_notification boolean not null default true,
  password_hash text,
  expired_at timestamptz,
  terms_agreed_at timestamptz,
  referral_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_sha256 text not null,
  remember boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index sessions_token_key on sessions (token_sha256);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table captcha_used (
  signature text primary key,
  expires_at timestamptz not null
);
create index captcha_used_expires_at_idx on captcha_used (expires_at);

create table rate_limits (
  key text primary key,
  hits bigint[] not null,
  allowed boolean not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at_idx on rate_limits (expires_at);

create table contact_messages (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null
);

create table mails (
  id integer generated always as identity primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  last_error text
);
create index mails_to_address_idx on mails (lower(to_address), id desc);
create index mails_unsent_idx on mails (next_attempt_at) where sent_at is null;

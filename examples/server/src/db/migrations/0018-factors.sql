-- The authenticator app of a user. The secret is encrypted; an app counts once it is confirmed by a code.
create table authenticators (
  user_id integer primary key references users (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0
);

-- Unused recovery codes, as keyed digests. A used one is deleted.
create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hmac text not null,
  primary key (user_id, code_hmac)
);

-- Sign-ins with a right password that wait for a code, so that the code needs no second captcha.
create table second_step_waiting (
  user_id integer primary key references users (id) on delete cascade,
  began_at timestamptz not null
);

-- When the user of a session last proved their identity: at the sign-in, or later for a change that needs it.
alter table sessions add column proved_at timestamptz;

-- A person's accounts at Google and Facebook. The key is the provider's own number for them, never an address.
create table identities (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create unique index identities_subject_key on identities (provider, subject);
-- One account of each provider a person: an address that was given to somebody else does not open the old account.
create unique index identities_user_key on identities (user_id, provider);

alter table users add column email_verified_at timestamptz;

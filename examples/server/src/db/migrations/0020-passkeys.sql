-- Passkeys. The id of the credential and its public key are base64url.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- Of the last use. Always 0 for passkeys that are synchronized between devices.
  counter bigint not null,
  transports jsonb not null,
  -- The name of the password manager, or empty.
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges that wait for the response of a passkey. A used one is deleted.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in', 'prove')),
  -- Null for a sign-in.
  user_id integer references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- The networks from which users have signed in, as keyed digests of user and network.
create table known_networks (
  network_hmac text primary key,
  user_id integer not null references users (id) on delete cascade,
  last_used_at timestamptz not null
);
create index known_networks_user on known_networks (user_id);
create index known_networks_last_use on known_networks (last_used_at);

-- The network that requested the code, or verified it, as a keyed digest.
alter table otp_codes add column network_hmac text not null default '';

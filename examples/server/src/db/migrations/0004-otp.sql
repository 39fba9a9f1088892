create table otp_codes (
  address_key text primary key,
  user_id integer references users (id) on delete cascade,
  code_hmac text not null,
  attempts integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index otp_codes_user_id_idx on otp_codes (user_id);
create index otp_codes_expires_at_idx on otp_codes (expires_at);

-- What a verified code hands out for the reset, as its SHA-256 (hexadecimal); null before.
alter table otp_codes add column reset_token_sha256 text;

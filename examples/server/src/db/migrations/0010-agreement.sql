-- What a person agreed to, and a keyed digest of the network address it came from.
alter table users add column terms_version text;
alter table users add column terms_agreed_ip_hmac text;

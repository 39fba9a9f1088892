-- Social sign-ins that wait for something of the person: an address with its code, or the password of an account.
create table social_waiting (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  began_at timestamptz not null,
  primary key (provider, subject)
);

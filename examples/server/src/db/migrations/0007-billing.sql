-- What the next charge takes, and when it is taken or tried again; null when none will be.
alter table subscriptions add column amount_cents integer;
alter table subscriptions add column next_charge_at timestamptz;

-- One free trial a person, one a card, and one a payer at the wallet.
alter table trial_claims drop constraint trial_claims_kind_check;
alter table trial_claims add constraint trial_claims_kind_check check (kind in ('user', 'card', 'payer'));

-- Set-up intents that were used or canceled are not looked at again.
alter table billing_setup_intents add column closed_at timestamptz;
create index billing_setup_intents_open_idx on billing_setup_intents (created_at) where closed_at is null;

-- Wallet subscriptions that wait for the person's approval: for whom, for what. No money moves before we activate one.
create table wallet_approvals (
  provider_subscription_id text primary key,
  user_id integer not null references users (id) on delete cascade,
  program_id integer not null references programs (id),
  term integer not null check (term in (1, 2)),
  trial boolean not null,
  approve_link text not null,
  return_origin text not null,
  created_at timestamptz not null,
  -- When the provider was last asked.
  checked_at timestamptz not null,
  -- What became of it; null while it waits.
  outcome text check (outcome in ('subscribed', 'superseded', 'trial-used', 'refused', 'abandoned'))
);
create index wallet_approvals_user_idx on wallet_approvals (user_id, created_at desc);
create index wallet_approvals_open_idx on wallet_approvals (created_at) where outcome is null;

-- Mails about billing that have been written: each once, however often the provider tells of it.
create table billing_notices (
  key text primary key,
  created_at timestamptz not null
);

create table programs (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  monthly_cents integer not null check (monthly_cents > 0),
  yearly_cents integer not null check (yearly_cents > 0),
  currency text not null default 'usd',
  position integer not null default 0,
  offered boolean not null default true
);

-- What a new installation sells; an operator changes it here, in the database.
insert into programs (slug, name, monthly_cents, yearly_cents, position) values
  ('trade-ideas', 'Trade Ideas', 5000, 45000, 1),
  ('mentorship', '6-Month Mentorship', 14900, 134900, 2);

create table billing_customers (
  user_id integer primary key references users (id) on delete cascade,
  provider_customer_id text not null unique,
  created_at timestamptz not null
);

create table billing_setup_intents (
  provider_setup_intent_id text primary key,
  user_id integer not null references users (id) on delete cascade,
  program_id integer not null references programs (id),
  term integer not null check (term in (1, 2)),
  created_at timestamptz not null
);
create index billing_setup_intents_user_idx on billing_setup_intents (user_id, created_at desc);

create table idempotency_keys (
  user_id integer not null references users (id) on delete cascade,
  key text not null,
  request_sha256 text not null,
  status integer,
  body jsonb,
  claimed_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_claimed_at_idx on idempotency_keys (claimed_at);

-- Each read of a provider's object takes the next number before it asks: what was asked for earlier never
-- overwrites what was asked for later, whatever the clocks say.
create sequence billing_reads as bigint;

create table subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  program_id integer not null references programs (id),
  provider text not null check (provider in ('stripe', 'paypal')),
  provider_subscription_id text unique,
  status text not null,
  period integer not null check (period in (1, 2)),
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_end timestamptz,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  past_due_since timestamptz,
  read_number bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One live subscription a person: the database refuses the second, however many ask at once.
create unique index subscriptions_one_live on subscriptions (user_id)
  where status not in ('canceled', 'incomplete_expired');
create index subscriptions_user_idx on subscriptions (user_id, id desc);

create table invoices (
  id integer generated always as identity primary key,
  subscription_id integer not null references subscriptions (id) on delete cascade,
  provider_invoice_id text not null unique,
  amount_cents integer not null,
  currency text not null,
  status text not null,
  billed_at timestamptz not null,
  invoice_pdf text,
  read_number bigint not null default 0
);
create index invoices_subscription_idx on invoices (subscription_id, billed_at desc);

-- One free trial a person, and one a card.
create table trial_claims (
  kind text not null check (kind in ('user', 'card')),
  value text not null,
  subscription_id integer references subscriptions (id) on delete set null,
  claimed_at timestamptz not null,
  primary key (kind, value)
);
create index trial_claims_subscription_idx on trial_claims (subscription_id);

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (provider, event_id)
);

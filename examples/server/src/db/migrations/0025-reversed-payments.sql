-- Whether the payment was refunded in full or is disputed.
alter table invoices add column reversed boolean not null default false;
-- Whether that is so for the newest payment of the subscription.
alter table subscriptions add column payment_reversed boolean not null default false;

-- The card that a subscription charges, as last read from the provider: brand, last four digits, end of validity.
alter table subscriptions add column card jsonb;

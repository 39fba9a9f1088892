-- The name of the picture that the operator added to an alert. The message has its address.
alter table site_alerts add column picture text;
alter table scheduled_alerts add column picture text;

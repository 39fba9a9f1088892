-- The rows that the demo seed wrote. Only the seed adds rows here.
create table demo_rows (
  table_name text not null check (table_name in ('users', 'chats', 'courses', 'site_alerts')),
  row_id integer not null,
  primary key (table_name, row_id)
);

-- Databases from before this table: the seed wrote everything that is older than its mark.
insert into demo_rows (table_name, row_id)
select found.table_name, found.id
from app_state
cross join lateral (
  select 'users' as table_name, id from users where created_at <= value::timestamptz
  union all
  select 'chats', id from chats where created_at <= value::timestamptz
  union all
  select 'courses', id from courses where created_at <= value::timestamptz
  union all
  select 'site_alerts', id from site_alerts where created_at <= value::timestamptz
) as found
where key = 'demo-data';

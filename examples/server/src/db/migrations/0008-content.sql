-- Courses with their documents, and the alerts that subscribers read.

create table courses (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  -- Sanitized before it is written.
  details text not null default '',
  image text,
  video text,
  captions text,
  -- The order in which courses are listed.
  position integer not null,
  -- Null: not published, so it is not there for anybody.
  published_at timestamptz,
  created_at timestamptz not null
);
create index courses_position on courses (position, id);

create table course_documents (
  course_id integer not null references courses (id) on delete cascade,
  position integer not null,
  name text not null,
  file text not null,
  primary key (course_id, position)
);

create table site_alerts (
  id integer generated always as identity primary key,
  -- At least 128 random bits: who has it may read this one alert without signing in.
  code text not null unique check (length(code) >= 22),
  message text not null,
  created_at timestamptz not null,
  -- When the code stops working; null for one that never does. The alert itself stays in the list.
  code_expires_at timestamptz
);
create index site_alerts_newest on site_alerts (created_at desc, id desc);

-- The calls of the last minute by key of a limit, reported by all processes. Unlogged, as a crash may forget them.
create unlogged table call_hits (
  key text primary key,
  -- Milliseconds since the epoch.
  hits bigint[] not null,
  -- Whether the newest call was allowed.
  allowed boolean not null,
  expires_at timestamptz not null
);

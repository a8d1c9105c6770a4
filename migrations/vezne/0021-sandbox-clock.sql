-- How far the sandbox's time is ahead of the real one; no row while it isn't.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms > 0)
);

-- migration: needs release 0.1.0
-- How far each merchant's sandbox is ahead of the real time; no row for one that never was. Live
-- mode always goes by the real time.
create table sandbox_time (
  merchant_id text primary key references merchant,
  ahead_ms bigint not null check (ahead_ms >= 0),
  -- Grows with every change of any row in the order of the commits, so that a process that follows
  -- reads what is new and nothing else.
  change bigint not null unique,
  -- Up to which session the sandbox's have been looked at after their hour, where it is ahead.
  expired_to text,
  -- How often it went back to the real time.
  returns integer not null default 0,
  -- Since when it is going back and how far it was ahead; absent once all that was open has been
  -- ended or dated back.
  returning_since timestamptz,
  returning_ms bigint not null default 0,
  check ((returning_since is null) = (returning_ms = 0))
);

-- Until now one time moved the sandboxes of the whole installation, and it had no live sessions.
insert into sandbox_time (merchant_id, ahead_ms, change)
select merchant_id, ahead_ms, row_number() over (order by merchant_id)
from merchant cross join sandbox_clock;

-- Places that lie in the future of the real time. Looking at a session again tells nothing twice.
delete from session_expiry where exists (select from sandbox_clock);

drop table sandbox_clock;

-- An attempt that is leased to a process has its lease as its due time; it is not moved with the
-- sandbox's.
alter table attempt add column leased_until timestamptz;

-- What is due in one merchant's sandbox is looked for without reading all that is open.
create index attempt_due_of_merchant on attempt (merchant_id, due_at) where due_at is not null;

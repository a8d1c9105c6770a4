-- Keys of every endpoint: a call that is running holds its key until its lease ends, and the answer
-- of `pay` is found again through its order, should the call have died before it was stored.
alter table idempotency
  add column lease_until timestamptz,
  add column content_type text,
  add column order_id text;

create index idempotency_by_age on idempotency (created_at);

-- How full the vessels of the limits are, added up over all processes; rows of no merchant, kept in
-- one place. What only counts requests may be lost with a crash of the database.
create unlogged table request_level (
  subject text primary key,
  used double precision not null,
  per_second double precision not null,
  at timestamptz not null
) with (fillfactor = 50);

create table card_level (
  subject text primary key,
  used double precision not null,
  per_second double precision not null,
  at timestamptz not null
) with (fillfactor = 50);

create index card_level_by_time on card_level (at);

-- Which transaction wrote an event. Ids of events have the clock of their process in them; this tells
-- what was written after what, and, against a snapshot, what was not yet visible when it was taken.
alter table event add column written_by xid8 not null default pg_current_xact_id();
create index event_by_transaction on event (written_by);

-- Events in the order in which they became visible to everybody. One job at a time places them, so
-- that nothing is ever placed before what a reader has already read.
create table event_feed (
  merchant_id text not null,
  mode text not null,
  position bigint not null,
  event_id text not null,
  type text not null,
  primary key (merchant_id, mode, position),
  unique (merchant_id, event_id)
);

-- One row: the snapshot whose events have all been placed, and the last place that was given.
create table event_feed_head (
  only_row boolean primary key default true check (only_row),
  seen pg_snapshot not null,
  position bigint not null
);

insert into event_feed (merchant_id, mode, position, event_id, type)
select merchant_id, mode, row_number() over (order by created_at, event_id), event_id, type
from event;

insert into event_feed_head (seen, position)
select pg_current_snapshot(), count(*) from event_feed;

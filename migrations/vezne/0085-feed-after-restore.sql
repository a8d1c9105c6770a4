-- migration: locks event_feed_head
-- After a restore: the least number of an event of an order that had events before, the sessions (by the
-- time in their ids) that may have had some, and the position up to which the feed is that of the backup.
alter table event_feed_head
  add column sequence_floor integer not null default 0,
  add column floor_until text not null default '',
  add column restored_position bigint;

-- 1, 2, 3 … among the events of one order, or of a session that has none, in the order of the feed:
-- by it a receiver tells which of two events came first. Events of before have none.
alter table event_feed add column sequence integer;

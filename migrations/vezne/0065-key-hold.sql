-- The process of a running call renews held_until every few seconds. If the process or its
-- connection is gone, a repetition of the call takes the key over then, and not only at lease_until.
-- Null in claims of the last release.
alter table idempotency add column held_until timestamptz;

-- A row that stands for calls beyond a merchant's share of the log: how many, and nothing else of them.
alter table api_request add column unrecorded integer check (unrecorded > 0);

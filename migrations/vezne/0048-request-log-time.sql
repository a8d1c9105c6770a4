-- Entries are inserted in the order of their times, so a block range index finds the old ones. It
-- costs an insert nothing, unlike an entry in a tree.
create index api_request_by_block on api_request using brin (at) with (pages_per_range = 32);
drop index api_request_by_time;

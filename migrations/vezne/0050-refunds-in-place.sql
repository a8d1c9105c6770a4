-- A refund's row is inserted and updated once, with its outcome, and no index has a column that
-- changes. With half of each page free, the update stays on the page and writes no index.
alter table refund set (fillfactor = 50);

-- migration: locks refund
-- The same for a refund whose caller was not answered.
alter table refund add column undo_sent_at timestamptz;

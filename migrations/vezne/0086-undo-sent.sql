-- migration: locks payment
-- The moment at which the bank was last asked to undo the open attempt of the payment; from then on an
-- approval completes nothing until the bank has answered the undo.
alter table payment add column undo_sent_at timestamptz;

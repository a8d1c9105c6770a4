-- migration: locks payment
-- The end of a hold, fixed by its authorization, and what happens then. Both are null for a payment
-- that holds nothing; holds of earlier releases have no end.
alter table payment add column on_hold_end text, add column capture_before timestamptz;

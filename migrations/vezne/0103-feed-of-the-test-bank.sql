-- migration: locks bank_feed
-- The feed of the test bank has credentials that are derived, so none are stored.
alter table bank_feed alter column credentials drop not null;

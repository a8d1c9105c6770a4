-- migration: locks movement_check

-- The time of the newest booking that a comparison of the current day has read, by the bank's clock.
alter table movement_check add column listed_to timestamptz;

-- migration: locks movement_check

-- The last comparison of the days before, by the clock of the merchant's mode; those of the current
-- day alone leave it as it is.
alter table movement_check add column days_compared_at timestamptz;

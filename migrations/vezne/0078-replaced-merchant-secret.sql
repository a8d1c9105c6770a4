-- migration: locks merchant
-- The secret that a merchant's present one replaced, which signs redirects until its end.
alter table merchant add column replaced_secret text, add column replaced_secret_until timestamptz;

-- migration: locks settlement_import
-- The sums of an imported extract by day and terminal, as the bank pays them out.
alter table settlement_import add column terminals jsonb not null default '[]';

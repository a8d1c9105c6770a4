-- migration: locks merchant
-- The encrypted forms of the secrets that sign. They have columns of their own, so that a process of
-- an earlier release fails where it would otherwise sign with an encrypted text.
alter table merchant
  alter column webhook_secret drop not null,
  add column sealed_secret text,
  add column sealed_replaced_secret text;

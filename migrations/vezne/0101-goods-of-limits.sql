-- migration: locks installment_limit
-- A category may have the law's limit for its kind of goods (docs/decisions/law-as-data.md), in
-- place of a limit of its own or beside it.
alter table installment_limit
  alter column max_installments drop not null,
  add column goods text;

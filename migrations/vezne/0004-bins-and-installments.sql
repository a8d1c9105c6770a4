-- One row: which version of the BIN table is in force. Until a table is imported it is the sandbox's
-- own, which is part of the program.
create table bin_table (
  only_row boolean primary key default true check (only_row),
  version bigint not null,
  is_imported boolean not null,
  changed_at timestamptz not null
);

insert into bin_table (version, is_imported, changed_at) values (1, false, clock_timestamp());

create table bin_record (
  version bigint not null,
  bin text not null check (bin ~ '^[0-9]{6,8}$'),
  bank_name text,
  bank_code text,
  card_brand text not null,
  card_type text not null check (card_type in ('credit', 'debit', 'prepaid')),
  card_category text not null check (card_category in ('individual', 'commercial')),
  card_program text,
  country text,
  primary key (version, bin)
);

-- What installments cost with a merchant's banks; an import replaces all rows of a merchant and mode.
create table commission_rate (
  merchant_id text not null references merchant,
  mode text not null,
  line integer not null,
  program text,
  card_bank text not null check (card_bank in ('own', 'partner', 'foreign')),
  terminal_bank_code text,
  card_category text,
  installment_count smallint not null check (installment_count between 1 and 99),
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  borne_by text not null check (borne_by in ('customer', 'merchant')),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  imported_at timestamptz not null,
  primary key (merchant_id, mode, line)
);

-- The most installments for goods of a category, the integer of basket items.
create table installment_limit (
  merchant_id text not null references merchant,
  mode text not null,
  line integer not null,
  category integer not null,
  max_installments smallint not null check (max_installments between 1 and 99),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  imported_at timestamptz not null,
  primary key (merchant_id, mode, line)
);

-- Issuer and program as the BIN table knew them when the payment was made.
alter table payment add column card_bank text, add column card_program text;

-- Each mode has a BIN table of its own. Until one is imported, test mode has the sandbox's rows and
-- live mode the table that the program brings; then `row_version` is null.
create table bin_list (
  mode text primary key check (mode in ('test', 'live')),
  version bigint not null,
  row_version bigint,
  changed_at timestamptz not null
);

insert into bin_list (mode, version, row_version, changed_at)
select mode, version, case when is_imported then version end, changed_at
from bin_table cross join (values ('test'), ('live')) as both_modes (mode);

create table bin_list_row (
  mode text not null,
  version bigint not null,
  bin text not null check (bin ~ '^[0-9]{6,8}$'),
  bank_name text,
  bank_code text,
  card_brand text not null,
  card_type text not null check (card_type in ('credit', 'debit', 'prepaid')),
  card_category text not null check (card_category in ('individual', 'commercial')),
  card_program text,
  country text,
  primary key (mode, version, bin)
);

insert into bin_list_row (
  mode, version, bin, bank_name, bank_code, card_brand, card_type, card_category, card_program,
  country
)
select
  mode, version, bin, bank_name, bank_code, card_brand, card_type, card_category, card_program,
  country
from bin_record cross join (values ('test'), ('live')) as both_modes (mode);

-- Rows that an operator corrected; each replaces the table's row of the same digits, also after an
-- import.
create table bin_correction (
  mode text not null check (mode in ('test', 'live')),
  bin text not null check (bin ~ '^[0-9]{6,8}$'),
  bank_name text,
  bank_code text,
  card_brand text not null,
  card_type text not null check (card_type in ('credit', 'debit', 'prepaid')),
  card_category text not null check (card_category in ('individual', 'commercial')),
  card_program text,
  country text,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (mode, bin)
);

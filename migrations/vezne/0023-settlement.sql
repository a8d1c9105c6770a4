-- Lines of merchants' contracts with their acquirers. Replaced as a whole by an import.
create table settlement_term (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  position integer not null,
  payment_type text not null,
  program text,
  installment_count smallint,
  rate_basis_points integer not null,
  value_days smallint not null,
  valid_from date not null,
  valid_to date,
  primary key (merchant_id, mode, position)
);

-- What acquirers said that they paid, and agreed with the books; posted in the same commit.
create table settlement_line (
  merchant_id text not null,
  attempt_id text not null,
  kind text not null check (kind in ('sale', 'refund')),
  mode text not null,
  gross bigint not null,
  commission bigint not null,
  currency text not null,
  paid_on date not null,
  settled_at timestamptz not null,
  primary key (merchant_id, attempt_id, kind)
);

create index posting_by_value_date on posting (merchant_id, mode, value_date)
  where value_date is not null;

-- How the tables of a bank are read: a merchant's for the settlement extracts of a connection, the
-- installation's (empty merchant) for the lists of BINs that a bank sends.
create table column_mapping (
  merchant_id text not null,
  use text not null check (use in ('bins', 'settlement')),
  -- The connection of the extracts, or the name that an operator gave a bank's list.
  name text not null,
  document jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (merchant_id, use, name)
);

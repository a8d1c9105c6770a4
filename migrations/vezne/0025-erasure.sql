-- That personal data was erased, and of how much; whose it was is not kept.
create table erasure (
  merchant_id text not null,
  mode text not null,
  erased_at timestamptz not null,
  sessions integer not null,
  payments integer not null
);

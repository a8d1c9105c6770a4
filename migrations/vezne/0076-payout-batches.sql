-- The file for the bank in which a refund of a bank transfer was exported. The row is committed
-- before the file is written, so that no second file contains the refund.
create table refund_payout (
  merchant_id text not null,
  refund_id text not null,
  batch_id text not null,
  exported_at timestamptz not null,
  primary key (merchant_id, refund_id)
);

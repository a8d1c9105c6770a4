-- The words of banks about cards (docs/decisions/bin-table-of-turkey.md): one row for each connection and
-- BIN, so at most as many rows as the BINs of a connection's cards. A sweep removes old ones.
create table card_note (
  merchant_id text not null,
  mode text not null,
  connection_id text not null,
  bin text not null,
  issuer text,
  bank_code text,
  card_brand text,
  card_type text,
  card_program text,
  said_on date not null,
  count integer not null,
  primary key (merchant_id, mode, connection_id, bin)
);

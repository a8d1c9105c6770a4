-- Notes of panel users about a payment. An erasure of the customer's personal data deletes them.
create table payment_note (
  merchant_id text not null references merchant,
  order_id text not null,
  note_id text not null,
  author text not null,
  text text not null,
  written_at timestamptz not null,
  primary key (merchant_id, order_id, note_id)
);

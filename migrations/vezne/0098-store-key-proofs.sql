-- migration: locks acquirer_connection
-- The version with which the credentials in force were written: a word about the store key holds
-- for these credentials only.
alter table acquirer_connection add column credentials_version bigint not null default 0;
-- The last word of the bank's messages about the store key.
alter table acquirer_connection add column key_note jsonb;

-- Returns of 3-D Secure whose signature differs: the newest ones of each connection, one for each
-- attempt. No row has the value of a card, of a customer, of a key or of a whole signature.
create table return_difference (
  merchant_id text not null references merchant,
  connection_id text not null,
  attempt_id text not null,
  at timestamptz not null,
  algorithm text not null,
  fields jsonb not null,
  own text not null,
  given text not null,
  causes text[] not null,
  primary key (merchant_id, connection_id, attempt_id)
);
create index return_difference_by_time on return_difference (at);

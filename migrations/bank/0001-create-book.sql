-- The simulated bank's own books, in a schema of their own: the bank shares nothing with the service
-- but the server it may run on. Times are epoch milliseconds, amounts minor units.
create schema bank;

create table bank.entry (
  terminal text not null,
  request_id text not null,
  type text not null
    check (type in ('sale', 'preauth', 'capture', 'void', 'refund', 'reverse')),
  order_id text not null,
  original_request_id text,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  installments smallint not null,
  state text not null check (state in ('approved', 'declined', 'pending', 'reversed')),
  code text not null,
  reference text not null,
  auth_code text not null,
  card_bin text,
  card_last_four text,
  card_fingerprint text,
  card_behaviour text,
  challenge_id text,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  voided boolean not null,
  version integer not null,
  booked_at bigint not null,
  primary key (terminal, request_id),
  check (captured_minor between 0 and amount_minor),
  check (refunded_minor between 0 and captured_minor)
) with (fillfactor = 90);

create table bank.challenge (
  id text primary key,
  terminal text not null,
  request_id text not null,
  type text not null check (type in ('sale', 'preauth')),
  order_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  installments smallint not null,
  card_bin text not null,
  card_last_four text not null,
  card_fingerprint text not null,
  card_behaviour text not null,
  merchant_name text not null,
  language text not null check (language in ('tr', 'en')),
  return_url text not null,
  one_time_code text not null,
  wrong_codes smallint not null,
  opened_at bigint not null,
  result text check (result in ('approve', 'decline', 'cancel', 'wrong_code', 'timeout')),
  md_status text,
  eci text,
  cavv text,
  decided_at bigint,
  version integer not null,
  unique (terminal, request_id),
  check ((result is null) = (decided_at is null))
);

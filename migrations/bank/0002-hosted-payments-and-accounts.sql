-- Payments that a customer makes at a page of a wallet, a lender or Papel.
create table bank.hosted_payment (
  id text primary key,
  terminal text not null,
  request_id text not null,
  order_id text not null,
  method text not null check (method in ('wallet', 'shopping_credit', 'papel')),
  provider text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  installments smallint not null,
  merchant_name text not null,
  language text not null check (language in ('tr', 'en')),
  return_url text not null,
  one_time_code text not null,
  wrong_codes smallint not null,
  opened_at bigint not null,
  expires_at bigint not null,
  result text check (result in ('approve', 'decline', 'cancel', 'wrong_code', 'timeout')),
  decided_at bigint,
  version integer not null,
  unique (terminal, request_id),
  check ((result is null) = (decided_at is null))
);

-- Money that arrived at the bank's current accounts; lines are numbered as they become visible.
create table bank.account_line (
  number bigint primary key,
  reference text not null unique,
  iban text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  sender_name text not null,
  sender_iban text not null,
  description text not null,
  booked_at bigint not null
);

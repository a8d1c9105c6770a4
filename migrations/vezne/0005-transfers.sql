-- Bank accounts that customers may send money to.
create table receiving_account (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  iban text not null,
  bank_code text not null,
  bank_name text not null,
  account_holder text not null,
  currency text not null,
  position smallint not null,
  active boolean not null default true,
  primary key (merchant_id, mode, iban)
);

create index receiving_account_by_iban on receiving_account (iban);

-- What a customer was asked to send; the code is what the money is recognised by.
create table transfer_request (
  merchant_id text not null,
  order_id text not null,
  mode text not null,
  reference_code text not null,
  iban text not null,
  bank_code text not null,
  bank_name text not null,
  account_holder text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, order_id),
  unique (merchant_id, reference_code)
);

create index transfer_request_by_reference on transfer_request (reference_code);

-- Money that arrived at an account. It arrives before anybody knows whose it is, so this table is kept
-- by account; scope is the merchant and mode of whoever brought the statement, empty for an operator.
create table statement_line (
  scope text not null,
  account text not null,
  bank_key text not null,
  source text not null check (source in ('feed', 'camt053', 'mt940')),
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  sender_name text,
  sender_iban text,
  booked_at timestamptz not null,
  seen_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'matched', 'unmatched')),
  reason text,
  merchant_id text,
  mode text,
  order_id text,
  settled_at timestamptz,
  primary key (account, bank_key, scope)
);

create index statement_line_waiting on statement_line (seen_at) where state = 'new';
create index statement_line_unmatched on statement_line (merchant_id, mode, booked_at)
  where state = 'unmatched';

-- Up to which line each bank's account feed was read.
create table account_feed (
  name text primary key,
  position bigint not null
);

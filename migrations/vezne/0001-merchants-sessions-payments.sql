-- Every table that grows carries merchant_id first in its key and in each unique constraint, and no
-- query of the payment path is without it, so that the schema can be distributed by merchant.

create table merchant (
  merchant_id text primary key,
  name text not null,
  settings jsonb not null,
  webhook_secret text not null,
  created_at timestamptz not null
);

create table api_key (
  merchant_id text not null references merchant,
  hash text not null,
  mode text not null check (mode in ('test', 'live')),
  last_four text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, hash)
);

-- A session never changes: what happened to it are its payments.
create table session (
  merchant_id text not null,
  session_id text not null,
  mode text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  language text not null,
  capture_method text not null,
  customer jsonb not null,
  basket jsonb not null,
  success_url text not null,
  fail_url text not null,
  metadata text not null,
  embedded boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, session_id)
);

create table payment (
  merchant_id text not null,
  order_id text not null,
  session_id text not null,
  mode text not null,
  state text not null,
  amount bigint not null check (amount > 0),
  charged_amount bigint not null check (charged_amount > 0),
  captured_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  currency text not null,
  payment_type text not null,
  installment_count smallint not null,
  capture_method text not null,
  origin text not null,
  acquirer text not null,
  card_bin text,
  card_last_four text,
  card_brand text,
  three_d_secure boolean not null,
  decline_reason text,
  customer_id text,
  holds_session boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id),
  check (captured_amount between 0 and charged_amount),
  check (refunded_amount between 0 and captured_amount)
) with (fillfactor = 80);

-- The database, not a check before it, forbids the second charge of a session: a payment holds its
-- session from the intent until it fails, and for good once money was held or taken.
create unique index payment_holds_session on payment (merchant_id, session_id) where holds_session;
create index payment_by_session on payment (merchant_id, session_id);

-- One request to a bank; written before the call, never deleted.
create table attempt (
  merchant_id text not null,
  attempt_id text not null,
  order_id text not null,
  kind text not null,
  state text not null,
  amount bigint not null,
  currency text not null,
  bank_reference text,
  auth_code text,
  bank_code text,
  bank_message text,
  md_status text,
  bank_form jsonb,
  created_at timestamptz not null,
  due_at timestamptz,
  inquiries smallint not null default 0,
  primary key (merchant_id, attempt_id)
) with (fillfactor = 80);

create index attempt_by_order on attempt (merchant_id, order_id);
create index attempt_due on attempt (due_at) where due_at is not null;

-- Double entry: one row moves one amount from one account to another.
create table posting (
  merchant_id text not null,
  attempt_id text not null,
  line smallint not null,
  order_id text not null,
  mode text not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null,
  primary key (merchant_id, attempt_id, line)
);

create table event (
  merchant_id text not null,
  event_id text not null,
  type text not null,
  mode text not null,
  session_id text not null,
  order_id text,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, event_id)
);

create table idempotency (
  merchant_id text not null,
  scope text not null,
  key text not null,
  fingerprint text not null,
  status smallint,
  body text,
  created_at timestamptz not null,
  primary key (merchant_id, scope, key)
);

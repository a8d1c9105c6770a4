-- migration: locks settlement_import
-- Rows of the extracts that banks write. A row waits until its day and is settled once, however often
-- its file is imported.
create table settlement_row (
  merchant_id text not null,
  -- A digest of the connection and of all that tells the row from others.
  row_key text not null,
  mode text not null check (mode in ('test', 'live')),
  acquirer text not null,
  paid_on date not null,
  document jsonb not null,
  imported_at timestamptz not null,
  -- When it was compared with the books for the last time.
  compared_at timestamptz,
  settled_at timestamptz,
  attempt_id text,
  primary key (merchant_id, row_key)
);

create index settlement_row_waiting on settlement_row (merchant_id, acquirer, paid_on)
  where settled_at is null and compared_at is null;

-- Installments that a bank paid by themselves; posted in the same commit.
create table settlement_part (
  merchant_id text not null,
  attempt_id text not null,
  kind text not null check (kind in ('sale', 'refund')),
  part smallint not null check (part > 0),
  mode text not null,
  gross bigint not null,
  commission bigint not null,
  currency text not null,
  paid_on date not null,
  settled_at timestamptz not null,
  primary key (merchant_id, attempt_id, kind, part)
);

-- Up to which day the test bank has delivered its extract to a merchant's sandbox.
create table sandbox_extract (
  merchant_id text primary key,
  delivered_until date not null
);

-- The last day of payouts that the file has; null for files of earlier releases.
alter table settlement_import add column last_day date;

-- Attempts whose payments or refunds have failed while the bank may still book them. The bank is
-- asked about them until two of its day ends have passed.
create table attempt_watch (
  merchant_id text not null,
  attempt_id text not null,
  due_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (merchant_id, attempt_id)
);
create index attempt_watch_due on attempt_watch (due_at);

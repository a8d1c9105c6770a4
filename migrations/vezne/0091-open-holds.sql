-- migration: locks acquirer_connection
-- The days for which the contract holds an amount; null: the known days of protocol and brand.
alter table acquirer_connection
  add column hold_days smallint check (hold_days between 1 and 30);

-- The holds that wait for their end; a row goes once nothing more is to be done.
create table open_hold (
  merchant_id text not null,
  order_id text not null,
  -- When the hold is looked at next.
  due_at timestamptz not null,
  -- The real time until which a process works on the hold.
  leased_until timestamptz,
  announced boolean not null default false,
  primary key (merchant_id, order_id)
);
create index open_hold_due on open_hold (merchant_id, due_at);

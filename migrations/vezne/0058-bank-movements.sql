-- When the bank of a connection is asked next for the list of its bookings. `sandbox` stands for the
-- simulated bank, which merchants without a connection use.
create table movement_check (
  merchant_id text not null,
  acquirer text not null,
  due_at timestamptz not null,
  primary key (merchant_id, acquirer)
);

-- Bookings in these lists that no attempt explains, until a person clears them.
create table unknown_movement (
  merchant_id text not null,
  acquirer text not null,
  reference text not null,
  kind text not null check (kind in ('sale', 'preauth', 'capture', 'void', 'refund')),
  -- The bank's own number of the booking.
  bank_reference text not null,
  mode text not null check (mode in ('test', 'live')),
  amount bigint not null,
  currency text not null,
  booked_at timestamptz not null,
  -- The order that the reference names; null if the reference names none.
  order_id text,
  found_at timestamptz not null,
  cleared_at timestamptz,
  primary key (merchant_id, acquirer, reference, kind, bank_reference)
);
create index unknown_movement_waiting on unknown_movement (merchant_id, mode, found_at)
  where cleared_at is null;

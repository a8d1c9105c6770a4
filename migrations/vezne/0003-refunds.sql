-- Refunds under way reserve their amount on the payment: the database refuses what is too much.
alter table payment
  add column refund_reserved bigint not null default 0 check (refund_reserved >= 0),
  add check (refunded_amount + refund_reserved <= captured_amount);

create table refund (
  merchant_id text not null,
  refund_id text not null,
  order_id text not null,
  session_id text not null,
  mode text not null,
  attempt_id text not null,
  state text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- What the caller asked for; null where all that was left was meant.
  requested_amount bigint,
  idempotency_key text,
  completes_payment boolean not null default false,
  decline_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, refund_id)
);

create index refund_by_order on refund (merchant_id, order_id);
-- A call whose answer was lost and that comes again with its key must not refund twice.
create unique index refund_by_key on refund (merchant_id, order_id, idempotency_key)
  where idempotency_key is not null;
